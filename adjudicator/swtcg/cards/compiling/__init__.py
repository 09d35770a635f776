"""The text compiler: the wording of a card's paragraph in, effects of the effect language out.

A paragraph goes through four rooms, each of which may say what it did not understand:
`normalising` repairs the files' flaws and straightens inverted sentences; `lexing` makes tokens of the words,
with the grammar's own quoted words as the lexicon; `parsing` reads the sentences by the grammar of the game's
language (`sentences.lark` and its chapters, `nouns.lark`); `meaning` and its neighbours turn what was read into
instructions, keeping track of what "that unit" and "that much" stand for (`story`). A paragraph is compiled only if
every word of it was understood.
"""
