/** Every word of the page that does not come from the service; a section for the frame, and one for each screen. */
export const words = {
  // --- the frame ---
  title: "Adjudicator",
  nav: {
    label: "Screens",
    judge: "Judge by hand",
  },
  skip: "To the content",
  close: "Close",
  copy: "Copy",
  copied: "Copied",
  copyByHand: "This browser does not let the page copy here. The text is selected: copy it yourself.",
  away: "The service does not answer. The page tries again when you change something.",
  loading: "The screen is loading.",
  notLoaded: "This screen could not be loaded. Check the connection, then load the page again.",
  nowhere: { title: "There is no such screen", help: "The address leads nowhere. The screens are listed above." },
  link: {
    broken: "The link holds no board: it is damaged or cut off. Ask for it once more, or type the board here.",
    long: "The link holds more than 256 kB, which the page does not open. Type the board here.",
  },
  access: {
    title: "Access",
    token: "Token",
    help: "The page keeps the token until you close the tab. It never becomes part of a link.",
    keep: "Use it",
    asked: "The service asks who you are.",
    type: "Type the token",
  },
  keys: {
    title: "Keys",
    list: "Lists the keys",
    ask: "Asks for the ruling, while you type",
    letters: "Single keys work",
  },

  // --- judge by hand ---
  edition: "Edition",
  board: "Board",
  boardHelp: "Written as the notation has it. The table beside it is what the service reads.",
  say: "What is said",
  sayHelp: "Type it, or pick one of the declarations that would be legal.",
  ask: "Rule on it",

  // --- the ruling ---
  legal: "Legal",
  illegal: "Illegal",
  undecided: "Undecided",
  rests: "Rests on",
  fails: "Fails",
  unknown: "Not known",
  instead: "Would be legal",
  follows: "Then",
  lacks: "What is lacking",

  // --- the table ---
  turn: (turn: number, moment: string) => `Turn ${turn}: ${moment}`,
  asked: (seats: string) => `It is the word of ${seats}`,
  count: (count: number) => (count === 1 ? "1 card" : `${count} cards`),
  hidden: (count: number) => `${count} hidden`,
  unknownCard: "a card that you may not see",
  over: "on top of",
  controlledBy: (seat: string) => `controlled by ${seat}`,
  printed: (printed: number) => `printed ${printed}`,
};
