"""Card texts as data: the effect language, the faces of cards, keyword abilities spelled out in the language."""
