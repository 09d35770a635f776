"""Harbour: a miniature game for four captains in two crews, made to need everything the kernel offers.

The rules, one line each; clauses, facts and non-events cite them by these numbers.

    1.1  Four seats play: north and south are the crew blue, east and west the crew red.
    1.2  Chance decides which crew begins; the crews then take turns.
    1.3  Only who is asked may speak.
    1.4  What is said has to answer the question that is put.
    2.1  At the start of a turn the oldest spent coin goes, unshuffled, under the purse.
    2.2  Then the seat draws a card from its hidden pile.
    2.3  If the pile is empty the discards are shuffled into a new one first.
    2.4  A seat plays one card or sails one ship in a turn.
    2.5  Who passes ends the turn.
    3.1  A card is played from the own hand.
    3.2  Its price is paid with coins from the top of the purse onto the spent pile.
    3.3  Ships, sirens, charters, embargoes and echoes are put at a place.
    3.4  Crates, pilots and parrots are loaded onto a carrier of the own crew; only ships and crates carry.
    3.5  A carrier carries at most two things.
    3.6  Every card played may be answered by anybody out of turn, also an answer.
    3.7  Only a calm may be played as an answer; it cancels what it answers.
    3.8  A card that takes effect at once is discarded afterwards.
    4.1  A gale rolls a die: each ship at the place gets one damage, two from four upwards, all together.
    4.2  A ship with two damage or more sinks with all it carries.
    4.3  If a ship with a pilot aboard would be damaged, its captain may let the pilot go overboard instead.
    4.4  When a parrot leaves play its captain is given a coin.
    4.5  A siren lets its captain draw when a ship is damaged.
    4.6  An echo sounds whenever another echo arrives or sounds.
    5.1  A beacon makes a new place.
    5.2  A ship that sails scores one point, one for each crate it carries, and one at a place made by a beacon.
    5.3  Only the captain of a ship may sail it.
    5.4  In an auction all bid coins in secret; the highest bid pays and scores two points; a tie scores none.
    5.5  An oracle gives a captain up to three coins, as the judge sees fit.
    5.6  The crew that has six points wins.
    6.1  A charter lets its crew play a second time in a turn.
    6.2  An embargo lets nobody of the other crew put a ship at its place.
    7.1  A whirlpool goes round for ever.
"""

from tests.kit.harbour.game import HARBOUR, Harbour, opening

__all__ = ["HARBOUR", "Harbour", "opening"]
