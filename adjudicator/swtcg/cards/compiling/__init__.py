"""The text compiler: the wording of a card's paragraph in, effects of the effect language out.

A paragraph goes from room to room, each of which may say what it did not understand:

    reading   repairs the files' flaws, straightens inverted sentences, makes tokens of the words (the grammar's own
              quoted words are the lexicon), and reads the sentences by the chapters of `grammar`
    phrases   say what each phrase of the grammar means, a module for each kind of phrase; `meaning` joins them
    telling   tells the sentences one after the other: what opens and closes them, on which condition, how long
    story     is what they share: what "that unit" and "that much" stand for, and what has been said so far

`paragraph` leads through them, and `playing` fits together what a Battle card or Mission does. A paragraph is compiled
only if every word of it was understood.
"""
