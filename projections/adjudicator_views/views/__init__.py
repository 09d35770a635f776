"""The views: what each keeps of an entry, and how it is asked."""

from adjudicator_views.views import coverage, dice, rulings, standings, timeline
from adjudicator_views.views.view import View

VIEWS: tuple[View, ...] = (timeline.VIEW, rulings.VIEW, coverage.VIEW, dice.VIEW, standings.VIEW)
"""Every view, in the order in which they take an entry in."""
