"""The ruling report: what `dispute show` says, as sections for paper, and as HTML with a print style sheet.

`sections` is what both HTML and PDF are made of, so that they say the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape
from typing import Any

from adjudicator_cli.disputes_telling import decision_lines, remedy_text
from adjudicator_cli.lines import place

TITLE = "Ruling report"
SIGNATURES = ("Player", "Player", "Judge", "Head judge")

_STYLE = """
body { font: 11pt/1.4 Georgia, "Times New Roman", serif; color: #111;
  max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem; margin: 0 0 .25rem }
h2 { font-size: 1.1rem; margin: 1.4rem 0 .3rem; border-bottom: 1px solid #999 }
dl { display: grid; grid-template-columns: 11rem 1fr; margin: 0; gap: .1rem .8rem }
dt { color: #444 }
dd { margin: 0; overflow-wrap: anywhere; white-space: pre-line }
pre { font: 9pt/1.35 "DejaVu Sans Mono", Consolas, monospace; white-space: pre-wrap;
  border: 1px solid #bbb; padding: .5rem }
li { margin: .2rem 0; white-space: pre-line }
.signatures { display: grid; grid-template-columns: 1fr 1fr; gap: 2.6rem 2rem; margin-top: 3rem }
.signatures div { border-top: 1px solid #111; padding-top: .2rem }
@page { size: A4; margin: 18mm 16mm 20mm;
  @bottom-right { content: counter(page) " / " counter(pages); font-size: 8pt } }
@media print {
  body { margin: 0; max-width: none; padding: 0; font-size: 10pt }
  h2 { break-after: avoid }
  section, .signatures { break-inside: avoid }
  section.long { break-inside: auto }
}
"""


@dataclass(frozen=True)
class Section:
    """A part of the report: pairs of a name and what stands there, points, or a text in which lines count."""

    title: str
    pairs: Sequence[tuple[str, str]] = ()
    points: Sequence[str] = ()
    text: str = ""


def sections(seen: Mapping[str, Any]) -> Iterator[Section]:
    """The parts of the report on a dispute, as GetDispute shows it (plain values)."""
    found = seen["dispute"]
    question = found.get("question", {})
    yield Section(
        "Dispute",
        (
            ("Dispute", found["dispute"]),
            ("State", found["state"]),
            ("Game", found["game"]),
            ("Edition", found["edition"]),
            ("Position", f"revision {found['revision']}"),
            ("Game's log when opened", f"entry {found['game_entry']}, head {found['game_head']}"),
            ("Time extension", f"{found.get('minutes', 0)} minutes"),
        ),
    )
    asked = [("Question", question.get("text", "")), ("Declaration", seen.get("said") or question.get("said", ""))]
    asked += [("Entry in dispute", str(question["about"]))] if question.get("about") else []
    asked += [("Cards", ", ".join(question["cards"]))] if question.get("cards") else []
    yield Section("Question", [pair for pair in asked if pair[1]])
    yield Section("Position", text=seen.get("board", ""))
    yield Section("Last entries up to the position", points=[entry_text(each) for each in seen.get("entries", ())])
    yield Section("The adjudicator", *_verdict(seen, question))
    for entry in found.get("entries", ()):
        yield _step(entry)
    covered = "the author and the content of each step, but not its time: times come from the service's clock"
    kept = (("Entries", str(found["entry"])), ("Head of the dispute", found["head"]), ("The head covers", covered))
    yield Section("Proof", kept)


def _verdict(seen: Mapping[str, Any], question: Mapping[str, Any]) -> tuple[Sequence[tuple[str, str]], Sequence[str]]:
    """The adjudicator's answer: ruling, and every clause with its rule."""
    verdict = seen.get("verdict", {})
    public = question.get("ruling", "")
    ruling = verdict.get("ruling") or public
    points = [_clause(each) for each in verdict.get("clauses", ())]
    if not points and ruling == public:
        points = [_citation(each) for each in question.get("citations", ())]
    points += [f"missing: {each}" for each in verdict.get("missing", ())]
    answers = [("Answer", ruling.upper() or "no declaration was judged")]
    answers += [("On what everybody knows", public.upper())] if public not in {"", ruling} else []
    return answers, points


def _clause(clause: Mapping[str, Any]) -> str:
    text = f"{clause['finding']}: {clause['code']}"
    if clause.get("citation"):
        text += f" - {_citation(clause['citation'])}"
    stood = ", ".join(f"{each['name']}: {each.get('value', '')}" for each in clause.get("evidence", ()))
    return f"{text} ({stood})" if stood else text


def _citation(citation: Mapping[str, Any]) -> str:
    says = citation.get("paraphrase", "")
    return f"{place(citation)}: {says}" if says else place(citation)


def _step(entry: Mapping[str, Any]) -> Section:
    """A step of the dispute: who said what, when, on which rules, with what remedy."""
    by, decision = entry.get("by", {}), entry.get("decision", {})
    step = entry["step"]
    if step == "decided":
        step = "upheld" if entry.get("upheld") else "overturned"
    pairs = [("By", f"{by.get('name', '')}, {by.get('role', '').replace('_', ' ')}"), ("Recorded", _time(entry))]
    words = decision.get("answer", "") or entry.get("text", "")
    pairs += [("Words", words)] if words else []
    pairs += [("Ruling", decision["ruling"].upper())] if decision.get("ruling") else []
    pairs += [("Remedy", remedy_text(each)) for each in decision.get("remedies", ())]
    if entry.get("game_entries"):
        pairs.append(("Entries of the game", ", ".join(map(str, entry["game_entries"]))))
    cited = [_citation(each) for each in decision.get("citations", ())]
    others = [line.strip() for line in decision_lines({**decision, "citations": (), "remedies": (), "ruling": ""})]
    return Section(f"{entry['number']}. {step.capitalize()}", pairs, [*cited, *others])


def _time(entry: Mapping[str, Any]) -> str:
    return datetime.fromtimestamp(entry.get("at_milliseconds", 0) / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def entry_text(entry: Mapping[str, Any]) -> str:
    """An entry of the game in one line."""
    words = entry.get("said") or entry.get("kind", "")
    ruling = f", {entry['ruling'].upper()}" if entry.get("ruling") else ""
    return f"{entry['number']}: {words}{ruling}"


def html(seen: Mapping[str, Any]) -> str:
    """The report as one HTML file that needs nothing else."""
    parts = [_section(each) for each in sections(seen)]
    lines = "".join(f"<div>{escape(name)}, date</div>" for name in SIGNATURES)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{TITLE} {escape(seen['dispute']['dispute'])}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f'<h1>{TITLE}</h1>\n{"".join(parts)}<div class="signatures">{lines}</div>\n</body>\n</html>\n'
    )


def _section(section: Section) -> str:
    body = ""
    if section.pairs:
        rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in section.pairs)
        body += f"<dl>{rows}</dl>"
    if section.text:
        body += f"<pre>{escape(section.text)}</pre>"
    if section.points:
        body += "<ul>" + "".join(f"<li>{escape(each)}</li>" for each in section.points) + "</ul>"
    how = ' class="long"' if section.text or len(section.points) > 8 else ""
    return f"<section{how}>\n<h2>{escape(section.title)}</h2>\n{body}\n</section>\n"
