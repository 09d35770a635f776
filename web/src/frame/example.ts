/** The board that lies on the desk at first. */
export const EXAMPLE = {
  edition: "swtcg-2005",
  board: `turn 4, Character battle; luke to attack
dark: force 6, deck 40
  character: vader = Darth Vader (J), tapped
light: force 5, deck 41
  character: luke = Luke Skywalker (F); obi = Obi-Wan Kenobi (G), tapped
`,
  said: "light: attack vader with obi",
};
