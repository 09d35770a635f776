"""What can go wrong with disputes; what goes wrong with their games are the errors of application.errors."""

from __future__ import annotations

from adjudicator.application.errors import AdjudicationError, CorruptLogError


class UnknownDisputeError(AdjudicationError):
    """No dispute of this id is in the store."""

    def __init__(self, dispute: str) -> None:
        super().__init__(f"no dispute {dispute!r}")
        self.dispute = dispute


class CorruptDisputeError(CorruptLogError):
    """The stored log of a dispute is not what was written; `game_id` is the dispute's id."""

    what = "dispute"


class DisputeStateError(AdjudicationError):
    """The step has no place in the dispute's state."""

    def __init__(self, dispute: str, state: str, step: str) -> None:
        super().__init__(f"dispute {dispute} is {state}; the step {step} is not possible there")
        self.dispute = dispute
        self.state = state


class StaleDisputeError(AdjudicationError):
    """The caller spoke about an older state of the dispute; `current` is its last entry."""

    def __init__(self, dispute: str, expected: int, current: int) -> None:
        super().__init__(f"dispute {dispute} is at entry {current}, not {expected}")
        self.dispute = dispute
        self.expected = expected
        self.current = current


class RoleRefusedError(AdjudicationError):
    """Who speaks may not do this; `needed` are the roles that may."""

    def __init__(self, step: str, role: str, needed: tuple[str, ...]) -> None:
        super().__init__(f"{step} is for {' or '.join(needed)}, not for {role}")
        self.role = role
        self.needed = needed


class DecisionRefusedError(AdjudicationError):
    """A decision or a question that makes no sense; `field` names what is wrong with it."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field = field
        self.why = why
