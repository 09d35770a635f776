/** Where a rule stands. */
interface Place {
  documentTitle: string;
  section: string;
  page: number;
  lastPage: number;
  firstLine: number;
  lastLine: number;
}

/** A number, exactly and nearly. */
interface Exact {
  fraction: string;
  decimal: number;
}

/** How the effects of a set are carried out. */
interface Coverage {
  cards: number;
  effects: number;
  compiled: number;
  byHand: number;
  manual: number;
  read: number;
}

/** Every word of the page that does not come from the service; a section for the frame, and one for each screen. */
export const words = {
  // --- the frame ---
  title: "Adjudicator",
  nav: {
    label: "Screens",
    menu: "Menu",
    judge: "Judge by hand",
    board: "Board",
    editions: "Editions",
    odds: "Odds",
    report: "Report",
    rules: "Rulebook",
    cards: "Cards",
    decks: "Decks",
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
    search: "Goes to the rulebook",
    seek: "Goes to the search",
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

  // --- for several screens ---
  question: { board: "The board" },
  topic: "Topic",
  all: "All",
  withWords: "With the words",
  more: "Show more",
  place: (at: Place) => {
    const after = at.lastPage > at.page ? (at.lastPage > at.page + 1 ? " ff." : " f.") : "";
    const page = at.page ? `p. ${at.page}${after}` : "";
    const line = at.firstLine ? `line ${at.firstLine}${at.lastLine > at.firstLine ? `–${at.lastLine}` : ""}` : "";
    return [at.documentTitle, at.section, page, line].filter(Boolean).join(", ");
  },

  // --- editions ---
  editions: {
    here: "On this board",
    points: "Known points of difference",
    help: "Every edition of the game rules on the same declaration. Where they part, each names its rule.",
    ask: "Compare",
    answer: "Answer",
    parts: {
      "": "All editions agree",
      ruling: "The editions part in the ruling",
      clauses: "The editions refuse for different reasons",
      facts: "The editions part in what follows",
    } as Record<string, string>,
    failing: "Fails:",
    silent: "No rule of this edition speaks of it.",
    judge: "Whole ruling",
    judgeUnder: (edition: string) => `Whole ruling under ${edition}`,
    all: "All known points",
    found: (some: number, all: number) => `${some} of ${all} points`,
  },

  // --- odds ---
  odds: {
    help: "The exact chances of an attack. Name it as a declaration, or leave the line empty for the attack that is under way.",
    ask: "Reckon",
    busy: "The service reckons.",
    answer: "Answer",
    title: (attacker: string, defender: string) => `${attacker} attacks ${defender}`,
    stage: (stage: string) => `Stage: ${stage}.`,
    played: "The judge has played every outcome through.",
    reckoned: "The formula has reckoned.",
    assumed: "Taken as said before:",
    discarded: (left: number) => `Discarded by ${left} damage or more:`,
    expected: "Damage to be expected:",
    damage: (unit: string) => `Chances of the damage to ${unit}`,
    damageOf: "Damage",
    hits: "Chances of the hits",
    hitsOf: "Hits",
    expectedHits: "Hits to be expected:",
    six: "A natural six:",
    legend: (of: string, from: number) => `${of}. From ${from} on, with a dashed edge, the unit is discarded.`,
    table: "The chart as a table",
    chance: "Chance",
    fraction: "As a fraction",
    percent: (chance: Exact | undefined) => `${(100 * (chance?.decimal ?? 0)).toFixed(1)} %`,
    exact: (chance: Exact | undefined) => `${(100 * (chance?.decimal ?? 0)).toFixed(1)} % (${chance?.fraction ?? "0"})`,
    number: (number: Exact | undefined) => `${(number?.decimal ?? 0).toFixed(2)} (${number?.fraction ?? "0"})`,
    worth: (discarded: Exact | undefined, damage: Exact | undefined) =>
      `discarded ${(100 * (discarded?.decimal ?? 0)).toFixed(1)} %, damage ${(damage?.decimal ?? 0).toFixed(2)}`,
    spoken: "What may be said now",
    reroll: (dice: string) => (dice === "none" ? "pass" : `reroll ${dice}`),
    best: "Best",
    say: "Say it",
    decisions: "Open decisions",
    without: "Without",
    having: "With",
    notes: "Not reckoned, or taken in a certain way",
    terms: "The terms",
    plan: "The plan",
    attacker: "Attacker's rerolls",
    defender: "Defender's rerolls",
    aim: "What best play tries for",
    options: {
      none: "none",
      plain: "as many as may be, at once",
      best: "best play of the rerolls",
      anything: "best play of everything that may be said",
      discard: "to have the unit discarded, or not",
      damage: "much damage, or little",
    },
    overkill: "Where Overkill puts surplus hits, as: han 2",
    prevent: "Preventions, one a line, as: luke evade 2; or: all",
    plays: "Said as soon as it is legal, one a line",
    before: "Taken as said before the attack, one a line",
    after: "Taken as said after it is declared, one a line",
    enumerated: "Have the judge play every outcome through (slower, as exact)",
  },

  // --- rulebook ---
  rules: {
    search: "Search the rulebooks",
    words: "Words, or the id of a rule",
    document: "Document",
    section: "Section",
    whole: "The whole document",
    documents: "Documents",
    list: "Rules found",
    readings: "Our readings of unclear rules",
    count: (rules: number) => (rules === 1 ? "1 rule" : `${rules} rules`),
    found: (some: number, more: boolean) => `${some} ${some === 1 ? "rule" : "rules"} shown${more ? ", and there are more" : ""}`,
    passages: "The passages themselves are here too.",
    noPassages: "Only our paraphrases are here: the operator has given no copy of this document.",
    standard: "The service's own",
    passage: "The passage",
    check: "A situation that decides it",
    reason: "Why we read it so",
    question: "The question",
    conflicts: "What speaks against it",
    against: "Weighed against",
    weighed: "Rules that were weighed",
    prevails: "Under this edition this document prevails:",
    covers: "What covers it",
    unproven: "No case of this project proves it:",
    sameAs: "Rules that say the same",
    related: "Rules that belong to it",
    around: "All rules of this section",
    close: "Rules of a like name",
    games: "In recorded games",
    noViews: "The views tell how often recorded games rest on a rule. They are a process of their own; start it and name it to the service:",
    counted: (facts: number, others: number, refusals: number) =>
      `It has decided ${facts} facts, ${others} things that did not happen, and ${refusals} refusals.`,
    uncounted: "No recorded game has rested on it so far.",
  },

  // --- cards and decks ---
  cards: {
    search: "Search the cards",
    words: "Words of the name or the type line",
    set: "Set",
    side: "Side",
    list: "Cards found",
    found: (some: number, more: boolean) => `${some} ${some === 1 ? "card" : "cards"} shown${more ? ", and there are more" : ""}`,
    sets: "Sets",
    coverage: (set: Coverage) =>
      `${set.cards} cards, ${set.effects} effects: ${set.compiled} compiled from their wording, ${set.byHand} written down by hand, ` +
      `${set.manual + set.read} left to a judge`,
    effects: "What its effects were read as",
    ours: "In the words of this project; the printed text is not here.",
    none: "The card has no effect.",
    states: {
      compiled: "",
      manual: "(a judge carries out a part of it)",
      "by hand": "written down by hand",
      frame: "a judge carries out a part of it",
      read: "understood, but a judge carries it out",
    } as Record<string, string>,
    untold: "What was not compiled from its wording",
    paragraph: (effect: number) => `Effect ${effect}`,
    errata: "What corrects it",
    lost: "What could not be read",
    rules: "Rules that speak of it",
  },
  decks: {
    help: "A deck is checked under one edition or under all: what fails, by which rule, and what would make it legal.",
    every: "All editions",
    format: "Format",
    anyFormat: "Any: the rules alone",
    newest: "Newest expansion",
    sanctioned: "For a sanctioned event",
    list: "The deck as a list, or the name of one that the service carries",
    file: "A deck file",
    drop: "Drop a deck file",
    fileHelp: "Pick it, or drop it here: a list, or a file of LackeyCCG or Cockatrice.",
    from: "From the file",
    leave: "Take another",
    large: (name: string) => `${name} has more than 150 kB, which is no deck.`,
    empty: (name: string) => `${name} is empty.`,
    remarks: "Remarks on the list",
    holds: (some: number) => (some === 1 ? "1 condition holds" : `${some} conditions hold`),
  },

  // --- the report ---
  report: {
    help: "A ruling report on the board and the declaration, without any game. What you type stays in this browser and in the link.",
    title: "Ruling report",
    print: "Print",
    paper: "Paper",
    who: "Event and names",
    event: "Event",
    round: "Round",
    table: "Table",
    date: "Date",
    player: (seat: string) => `Player, ${seat}`,
    judge: "Judge",
    head: "Head judge",
    question: "Question",
    position: "Position",
    adjudicator: "The adjudicator's answer",
    unasked: "No declaration was judged.",
    undecided: "Still open: the adjudicator could not decide, and the judge has to",
    decision: "The judge's decision",
    ruling: "Ruling",
    rulings: {
      "": "As the adjudicator rules",
      legal: "Legal, by the judge",
      illegal: "Illegal, by the judge",
    } as Record<string, string>,
    answer: "In words",
    remedy: "Remedy",
    infraction: "Infraction",
    penalty: "Penalty",
    minutes: "Minutes of extra time",
    open: "What lies open by this sheet",
    openHelp: "Whoever reads the sheet sees these cards of piles, hidden ones too:",
    nothingOpen: "No card of a hand, a deck or another pile is named.",
    pile: (seat: string, zone: string, cards: string[]) => `${seat}, ${zone}: ${cards.join(", ")}`,
    signed: "date",
    identifiers: "Identifiers",
    editionDigest: "Digest of the edition",
    catalogueDigest: "Digest of the cards",
  },

  // --- the table ---
  comma: ", ",
  fitting: "Choices",
  table: {
    unknownCard: "a card that nobody here knows",
    nothing: "nothing",
    over: "on top of",
    on: "on",
    controlledBy: (seat: string) => `controlled by ${seat}`,
    printed: (printed: number) => `printed ${printed}`,
    numbers: (title: string) => `Numbers of ${title}`,
    attached: (title: string) => `On ${title}`,
    passed: (seats: string) => `${seats} has passed`,
    open: "A board that is written down hides nothing: whoever has its link sees all of it.",
    whyAsked: "Why they are to declare",
    which: "The arena that is shown",
    sits: (side: string, team: string) => (side === team ? side : `${side}, ${team}`),
  },

  // --- a board clicked together ---
  clicks: {
    how: "Table",
    parts: "Parts of the screen",
    say: "Say",
    ruling: "Ruling",
    clicked: "Clicked",
    typed: "Typed",
    empty: "New board",
    undo: "Undo",
    moment: "Where the turn stands",
    turn: "Turn",
    addTo: (seat: string, zone: string) => `Add a card: ${seat}, ${zone}`,
    added: (name: string) => `${name} lies on the board.`,
    cardName: "Name of the card",
    noCard: "No card has such a name.",
    allSides: "Cards of all sides",
    unknownCard: "A card that nobody knows",
    put: "Put a card on it",
    addOn: { top: "On top", beneath: "Beneath" } as Record<string, string>,
    attach: (role: string) => `As ${role}`,
    as: { top: "on top", beneath: "beneath" } as Record<string, string>,
    cards: "Its cards",
    move: "Move it",
    onto: "Onto something else",
    control: "Who controls it",
    underWay: "Under way",
    nothingUnderWay: "Nothing is under way",
    who: "Who",
    whom: "On whom",
    mode: "How",
    ordinary: "in the ordinary way",
    stage: "How far it has come",
    set: "Set",
    remove: "Take away",
    less: (name: string) => `less ${name}`,
    more: (name: string) => `more ${name}`,
    cardsIn: (pile: string) => `Cards in the ${pile}`,
    unfit: "No ruling yet:",
  },

  // --- what is said ---
  saying: {
    fits: "What fits there:",
    readings: "Which of these is meant?",
    nobody: "Nobody may say anything here.",
    dice: (number: number) => `Die ${number}`,
    diceOf: "Dice",
    amount: "How many",
    unlisted: "Why is it not listed?",
    key: "Goes to what is said",
    keyRuling: "Goes to the ruling",
  },

  // --- why ---
  why: {
    number: (name: string, of: string) => `Why: ${name} of ${of}`,
    unlisted: (said: string) => `Not listed: ${said}`,
    amount: (how: string, amount: number, part: boolean) =>
      part && how === "add" && amount >= 0 ? `+${amount}` : how === "set" ? `= ${amount}` : String(amount),
    basis: ["", "All of these together:", "Any one of these:", "Unless a card says otherwise; it does:", "The sum of:"],
  },

  // --- the ruling ---
  ruling: {
    conditions: (count: number) => `Conditions that were checked (${count})`,
    how: "Which conditions",
    failing: "Those that fail",
    unknown: "Those not known",
    all: "All",
    holds: "Holds",
    moot: "Does not matter any more",
    none: "There are none.",
    card: (source: string) => `${source} decides instead of the rule`,
    decides: "The rule that decides",
    now: "May be said now",
    notHappened: "Considered, and turned down",
    happen: "Let it happen",
    happened: "The board is the one after it.",
    copy: "Copy ruling and link",
    link: "Copy link",
    noLink: "The board is too long for a link.",
  },

  turn: (turn: number, moment: string) => `Turn ${turn}: ${moment}`,
  asked: (seats: string) => `To declare now: ${seats}`,
  count: (count: number) => (count === 1 ? "1 card" : `${count} cards`),
  hidden: (count: number) => `${count} hidden`,
};
