"""Who may call the service: tokens, issued and revoked as entries of a stream of their own."""

from adjudicator.application.access.grants import (
    Grant,
    IssueRefusedError,
    Role,
    TokenRefusedError,
    UnknownTokenError,
)
from adjudicator.application.access.roll import TokenRoll

__all__ = ["Grant", "IssueRefusedError", "Role", "TokenRefusedError", "TokenRoll", "UnknownTokenError"]
