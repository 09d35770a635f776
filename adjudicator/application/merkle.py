"""The Merkle tree of RFC 6962 (section 2.1) with SHA-256: roots, inclusion proofs, consistency proofs.

    hash of nothing: SHA-256("")    leaf: SHA-256(0x00 || data)    node: SHA-256(0x01 || left || right)

The left part of a tree of n leaves has the greatest power of two below n. `Tree` only builds proofs;
whoever checks one needs nothing of it (adjudicator_client.proofs does it with code of its own).
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

WIDTH = 32
"""Bytes of a hash."""


def leaf_hash(data: bytes) -> bytes:
    """The hash of a leaf's data."""
    return sha256(b"\0" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of a node over its two parts."""
    return sha256(b"\1" + left + right).digest()


class Tree:
    """A growing tree that keeps the hash of every complete part: 64 bytes a leaf in all.

    Level k holds, one after the other, the hashes of the complete parts of 2**k leaves. So every root
    and every proof, of this or any smaller size, takes a number of steps that grows with the logarithm.
    """

    def __init__(self, leaves: Iterable[bytes] = ()) -> None:
        self._levels: list[bytearray] = [bytearray()]
        for leaf in leaves:
            self.append(leaf)

    def __len__(self) -> int:
        return len(self._levels[0]) // WIDTH

    def append(self, leaf: bytes) -> None:
        """Add the hash of a leaf at the end."""
        at, level = len(self), 0
        self._levels[0] += leaf
        while at & 1:  # it is the right part of a node that is now complete
            hashes = self._levels[level]
            leaf = node_hash(bytes(hashes[-2 * WIDTH : -WIDTH]), leaf)
            level, at = level + 1, at >> 1
            if level == len(self._levels):
                self._levels.append(bytearray())
            self._levels[level] += leaf

    def leaf(self, index: int) -> bytes:
        """The hash of a leaf, counted from 0. Raises ValueError if there is none."""
        if not 0 <= index < len(self):
            raise ValueError(f"no leaf {index} in a tree of {len(self)}")
        return self.part(index, index + 1)

    def root(self, size: int | None = None) -> bytes:
        """The root over the first `size` leaves (None: all). Raises ValueError for more than there are."""
        size = self._size(size)
        return self.part(0, size) if size else sha256(b"").digest()

    def inclusion(self, index: int, size: int | None = None) -> list[bytes]:
        """The audit path of a leaf in the tree of a size, from the leaf up (RFC 6962, 2.1.1). Raises ValueError."""
        size = self._size(size)
        if not 0 <= index < size:
            raise ValueError(f"no leaf {index} in a tree of {size}")
        path, low, high = [], 0, size
        while high - low > 1:
            middle = low + _split(high - low)
            if index < middle:
                path.append(self.part(middle, high))
                high = middle
            else:
                path.append(self.part(low, middle))
                low = middle
        path.reverse()
        return path

    def consistency(self, old: int, new: int | None = None) -> list[bytes]:
        """The proof that the tree of size `old` is a beginning of the one of size `new` (RFC 6962, 2.1.2).

        Empty for equal sizes and for the empty tree, which begins everything. Raises ValueError.
        """
        new = self._size(new)
        if not 0 <= old <= new:
            raise ValueError(f"a tree of {old} is no beginning of a tree of {new}")
        if old in (0, new):
            return []
        path, low, high, known = [], 0, new, True
        while old != high:  # `known`: the part from `low` to `old` is the whole old tree, whose root is at hand
            middle = low + _split(high - low)
            if old <= middle:
                path.append(self.part(middle, high))
                high = middle
            else:
                path.append(self.part(low, middle))
                low, known = middle, False
        if not known:
            path.append(self.part(low, high))
        path.reverse()
        return path

    def _size(self, size: int | None) -> int:
        if size is None:
            return len(self)
        if not 0 <= size <= len(self):
            raise ValueError(f"a tree of {len(self)} has no tree of {size} in it")
        return size

    def part(self, low: int, high: int) -> bytes:
        """The hash over the leaves from `low` to before `high`, which is a part that some tree of this or less has."""
        if low == high:
            return sha256(b"").digest()
        width = high - low
        level = width.bit_length() - 1
        if width == 1 << level:
            at = (low >> level) * WIDTH
            return bytes(self._levels[level][at : at + WIDTH])
        middle = low + _split(width)
        return node_hash(self.part(low, middle), self.part(middle, high))


def _split(width: int) -> int:
    """The greatest power of two below a number from 2 on."""
    return 1 << (width - 1).bit_length() - 1
