"""Our own wording, made of effect data: what the text compiler reads back as the very same data.

What the cards' language can say without doubt is said in it; the rest is written out exactly (`compiling.notation`).
"""
