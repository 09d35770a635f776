"""How an option of a question is called in a declaration: by its words, `tap it` or `"1 Force"`, or by its number.

Words that only one option has are enough: `tap`. Where an option is a number, or has no words, the number is said.
"""

from __future__ import annotations

import re

from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError
from adjudicator.swtcg.chapters.questions.offered import asked_options, option_words
from adjudicator.swtcg.notation.names import aliases, folded
from adjudicator.swtcg.notation.texts import Ref, written
from adjudicator.swtcg.table.frames import ChooseFrame
from adjudicator.swtcg.table.table import Table

_CHOOSES = re.compile(r"\s*\w+\s*:\s*choose\s+(?!cards\b)", re.IGNORECASE)


def option_meant(table: Table, frame: ChooseFrame, ref: Ref) -> int:
    """The number of the option that some words name. Raises NotUnderstoodError and AmbiguousError.

    Older records tell some answers by the alias of what happens to have the option's number; that is still read.
    """
    if ref.handle:
        return ref.handle
    called, wanted = option_words(table, frame), folded(ref.words)
    whole = [option for option, words in called.items() if folded(words) == wanted]
    partly = [option for option, words in called.items() if _plain(wanted) <= _plain(folded(words))]
    fits = whole or partly
    if len(fits) > 1:
        raise AmbiguousError(ref.words, tuple(called[option] for option in fits))
    if fits:
        return fits[0]
    if wanted in (known := aliases(table)):
        return known[wanted]
    raise NotUnderstoodError(ref.words, ref.words, tuple(called.get(each, str(each)) for each in frame.options))


def _plain(words: str) -> set[str]:
    """The words, without what makes one of them several: "1 build points" is said too."""
    return {word.removesuffix("s") for word in words.split()}


def option_said(table: Table, frame: ChooseFrame, option: int) -> str:
    """How an option is written, so that `option_meant` finds it again; what is none by its number."""
    words = option_words(table, frame).get(option)
    return written(words) if words else str(option)


def with_options_quoted(table: Table, text: str) -> str:
    """The text with the options of the question in quotation marks, where they hold words or signs of the notation."""
    frame, said = asked_options(table), _CHOOSES.match(text)
    if frame is None or said is None:
        return text
    found = text[said.end() :]
    for words in sorted(option_words(table, frame).values(), key=len, reverse=True):
        here = re.search(rf"(?<![\w-]){re.escape(words)}s?(?![\w-])", found, re.IGNORECASE)
        if here is not None and written(words) != words and found.count('"', 0, here.start()) % 2 == 0:
            found = found[: here.start()] + written(words) + found[here.end() :]
    return said[0] + found
