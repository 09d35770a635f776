/** What a screen reader is told once, after something has changed. */
class Voice {
  said = $state("");

  announce(words: string): void {
    this.said = words;
  }
}

export const voice = new Voice();
