"""Cases: boards with declarations and the rulings expected, run and audited. docs/notation.md tells how to write one.

results = run(["tests/cases"], GameList())            # CaseResult per file and edition
shown = coverage(["tests/cases"], GameList(), audit=True)
"""

from adjudicator.cases.audit import Claim
from adjudicator.cases.case import Case, CaseError, CaseSettings, Step, files, load, read_case
from adjudicator.cases.covering import Coverage, coverage, run
from adjudicator.cases.desk import Answer, Desk, Start
from adjudicator.cases.judge_desk import JudgeDesk
from adjudicator.cases.runner import CaseResult, StepSeen, run_case

__all__ = [
    "Answer", "Case", "CaseError", "CaseResult", "CaseSettings", "Claim", "Coverage", "Desk", "JudgeDesk", "Start",
    "Step", "StepSeen", "coverage", "files", "load", "read_case", "run", "run_case",
]  # fmt: skip
