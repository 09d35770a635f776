"""Verdicts, facts, entries and forms as plain values and as lines of text, wherever they came from."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from adjudicator_cli.terminal import coloured

if TYPE_CHECKING:
    from google.protobuf.message import Message

_HOW = {"legal": "good", "illegal": "bad", "undecided": "open"}


def plain(message: Message) -> dict[str, Any]:
    """A message as plain values: enums by their short names in lower case, bytes as hexadecimal digits."""
    return {field.name: _value(field, content) for field, content in message.ListFields()}


def _value(field: Any, content: Any) -> Any:
    if field.is_repeated:
        return [_one(field, each) for each in content]
    return _one(field, content)


def _one(field: Any, content: Any) -> Any:
    if field.message_type is not None:
        if field.message_type.name == "Value":
            return value(content)
        return plain(content)
    if field.enum_type is not None:
        known = field.enum_type.values_by_number
        prefix = known[0].name.removesuffix("UNSPECIFIED")
        return known[content].name.removeprefix(prefix).lower() if content in known else content
    return content.hex() if isinstance(content, bytes) else content


def value(message: Any) -> Any:
    """A value of an argument as plain values."""
    kind = message.WhichOneof("kind")
    if kind is None:
        return None
    if kind == "list":
        return [value(each) for each in message.list.values]
    if kind == "sealed":
        return {"audience": list(message.sealed.audience), "items": [value(each) for each in message.sealed.items]}
    return json.loads(message.json) if kind == "json" else getattr(message, kind)


def place(citation: Mapping[str, Any]) -> str:
    """Where a rule stands, as `rots.x.y (Rulebook, Section, p. 14, lines 300-301; also crf.z)`."""
    first, last = citation.get("first_line", 0), citation.get("last_line", 0)
    page, end = citation.get("page", 0), citation.get("last_page", 0)
    parts = [
        citation.get("document_title", ""),
        citation.get("section", ""),
        (f"p. {page}" if end in {0, page} else f"pp. {page}-{end}") if page else "",
        (f"line {first}" if last in {0, first} else f"lines {first}-{last}") if first else "",
    ]
    where = ", ".join(part for part in parts if part)
    if citation.get("same_as"):
        where += f"; also {', '.join(citation['same_as'])}"
    return f"{citation['rule']} ({where})" if where else str(citation["rule"])


def verdict_lines(verdict: Mapping[str, Any]) -> Iterator[str]:
    """A verdict for people; where they are known, the rules that decide, beside what is legal the one named first."""
    if verdict.get("said"):
        yield coloured(verdict["said"], "strong")
    ruling = verdict["ruling"]
    deciding = [each["rule"] for each in verdict.get("deciding", ())]
    decides = deciding[0] if deciding and ruling == "legal" else ""
    yield coloured(ruling.upper(), _HOW.get(ruling, "open")) + (coloured(f"  [{decides}]", "quiet") if decides else "")
    if deciding[1:]:
        yield coloured(f"  decided by: {', '.join(deciding)}", "quiet")
    for clause in verdict.get("clauses", ()):
        yield from clause_lines(clause)
    for missing in verdict.get("missing", ()):
        yield f"  missing: {missing}"
    if verdict.get("options"):
        yield "  would be legal: " + "; ".join(verdict["options"])
    yield from fact_lines(verdict.get("facts", ()))
    if foreseen := verdict.get("foreseen"):
        yield f"  if nobody does anything before: {foreseen['what']}".rstrip(": ")
        yield coloured(f"       {place(foreseen['citation'])}", "quiet")
    for each in verdict.get("non_events", ()):
        yield f"  not: {each['what']}, because {each.get('because', '')}"
        if "citation" in each:
            yield coloured(f"       {place(each['citation'])}", "quiet")
    if verdict.get("remark"):
        yield f"  note: {verdict['remark']}"


def clause_lines(clause: Mapping[str, Any]) -> Iterator[str]:
    """A clause for people: finding and code, the rule with its place and paraphrase, what was looked at."""
    finding = clause["finding"]
    how = {"fails": "bad", "holds": "good"}.get(finding, "open")
    yield f"  {coloured(finding, how)}: {clause['code']}"
    citation = clause.get("citation")
    if citation:
        yield f"       {place(citation)}"
        if citation.get("paraphrase"):
            yield f"       “{citation['paraphrase']}”"
        if citation.get("passage"):
            yield from (coloured(f"       | {line}", "quiet") for line in citation["passage"].splitlines())
    if clause.get("evidence"):
        yield "       " + ", ".join(f"{each['name']}: {each.get('value', '')}" for each in clause["evidence"])
    if clause.get("override"):
        over = clause["override"]
        yield f"       decided by {over['source']}" + (
            f" under {place(over['citation'])}" if "citation" in over else ""
        )


def fact_lines(facts: Any) -> Iterator[str]:
    """The facts, one line each."""
    for fact in facts:
        rule = fact.get("citation", {}).get("rule", "")
        yield f"  - {fact['text']}" + (coloured(f"  [{rule}]", "quiet") if rule else "")


def form_lines(form: Mapping[str, Any]) -> Iterator[str]:
    """A form for people: what may be said, what is to be chosen if there is much of it, and what one may type."""
    choices, notations = form.get("choices", ()), form.get("notations", ())
    shown = choices if len(notations) <= 1 else choices[1:]
    open_ = ", ".join(f"{each['name']} {domain(each['domain'])}" for each in shown)
    yield f"  {form.get('says') or form['kind']}" + (coloured(f"  ({open_})", "quiet") if open_ else "")
    yield from (f"    {each}" for each in notations)


def domain(choice: Mapping[str, Any]) -> str:
    """The domain of an argument, in a few words."""
    kind, content = next(iter(choice.items()))
    if kind == "number":
        return f"{content.get('least', 0)}-{content.get('most', 0)}"
    if kind == "dice":
        return f"{content.get('count', 0)} dice"
    options = "/".join(_option(each) for each in content.get("options", ()))
    if kind == "some":
        return f"{content.get('least', 0)}-{content.get('most', 0)} of {options}"
    return f"in some order: {options}" if kind == "order" else options


def _option(option: Any) -> str:
    """An option in a word; of a sealed one its items."""
    items = option["items"] if isinstance(option, dict) and "items" in option else [option]
    return " ".join(str(each) for each in items)


def question_line(question: Mapping[str, Any]) -> str:
    """The seats that the table waits for."""
    if question.get("over"):
        return f"over: {question['over']}"
    asked = ", ".join(question.get("asked", ()))
    return f"{question.get('kind', 'nothing is asked')}: {asked}" if asked else "nobody is asked"


def entry_lines(entry: Mapping[str, Any]) -> Iterator[str]:
    """An entry of a log for people."""
    said = entry.get("said", "")
    ruling = entry.get("ruling", "")
    head = f"{entry['number']:>5}  {entry.get('kind', '')}{_author(entry)}"
    yield coloured(head, "quiet") + (f"  {said}" if said else "") + (f"  {ruling.upper()}" if ruling else "")
    if entry.get("failing"):
        yield "       fails: " + ", ".join(entry["failing"])
    if entry.get("missing"):
        yield "       missing: " + ", ".join(entry["missing"])
    for line in fact_lines(entry.get("facts", ())):
        yield "     " + line
    if entry.get("remark"):
        yield f"       note: {entry['remark']}"


def _author(entry: Mapping[str, Any]) -> str:
    """The author of an entry that is no declaration of a seat, and the other entry that it is about."""
    by = f" by {entry['seat']}" if entry.get("seat") and entry.get("kind") in _SIGNED else ""
    return by + (f" on entry {entry['about']}" if entry.get("about") else "")


_SIGNED = ("ruling_given", "rewound", "note", "nonce", "closed", "reopened")


def lying_line(lying: Mapping[str, Any]) -> str:
    """A place, and the seats that may know its contents, by which rule."""
    kind = str(lying["kind"]).removeprefix("INFORMATION_KIND_").lower()
    who = ", ".join(lying.get("knows", ())) or ("nobody" if kind == "private" else "everybody")
    count = f"{lying['count']} " if lying.get("count") else ""
    hidden = "" if lying.get("open") else "; hidden from you"
    by = lying.get("source") or lying.get("citation", {}).get("rule", "")
    return f"  {lying['place']}: {count}{lying['what']}, {kind}: {who}{hidden} ({by})"
