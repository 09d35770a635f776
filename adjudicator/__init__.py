"""The Adjudicator: is this declaration legal under the rules of the game, and why.

Rooms, from the outside in; imports point one way only (the contracts stand in pyproject.toml, the map in docs/map.md):

``service``      gRPC: translation, status mapping, interceptors, the composition root
``api.v1``       the generated API, known to the service and to clients
``application``  the append-only log of declarations, its codec, chance and idempotency
``cases``        boards with the rulings expected: runner, audit, coverage
``explaining``   rulings and values as trees; ``comparing`` the same under several editions
``swtcg``        the Star Wars TCG: chapters, keywords, effects, cards, editions, notation; pure
``citations``    the indexes of the rule documents: look-up, search, authority; pure
``kernel``       what every game shares: clauses, verdicts, windows, the agenda, the door; pure
"""
