"""The tree of RFC 6962: equal to pymerkle for every size, every proof holds, every mutated proof fails."""

from __future__ import annotations

import random
from collections.abc import Callable
from hashlib import sha256

import pytest
from pymerkle import InmemoryTree

from adjudicator.application.merkle import Tree, leaf_hash
from adjudicator_client.proofs import Checkpoint, ProofError, check_consistency, check_inclusion

SIZES = 2_000
DATA = [f"entry {number}".encode() for number in range(SIZES)]
LEAVES = [leaf_hash(data) for data in DATA]
TREE = Tree(LEAVES)

#: The roots of the reference log of Certificate Transparency's own tests (RFC 6962 trees of 0 to 8 leaves).
CT_LEAVES = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
CT_ROOTS = {
    0: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    1: "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    2: "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    3: "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    8: "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
}


def fails(check: Callable[..., None], *given: object) -> bool:
    """Whether a check refuses what it is given."""
    try:
        check(*given)
    except ProofError:
        return True
    return False


def mutations(path: list[bytes], rng: random.Random) -> list[list[bytes]]:
    """A path with a bit turned at a random step, without its first or last step, with one more, with two exchanged."""
    other = sha256(bytes(rng.randbytes(8))).digest()
    found = [[*path, other], [other, *path]]
    if path:
        at = rng.randrange(len(path))
        turned = bytearray(path[at])
        turned[rng.randrange(32)] ^= 1 << rng.randrange(8)
        found += [[*path[:at], bytes(turned), *path[at + 1 :]], path[:-1], path[1:], [*path[:at], b"", *path[at + 1 :]]]
    if len(path) > 1:
        found.append([path[1], path[0], *path[2:]])
    return found


@pytest.mark.parametrize("size", CT_ROOTS)
def test_the_roots_of_certificate_transparency(size: int) -> None:
    """The tree has the roots that everybody else's trees of RFC 6962 have."""
    leaves = [leaf_hash(bytes.fromhex(each)) for each in CT_LEAVES[:size]]
    assert CT_ROOTS[size] == Tree(leaves).root().hex()


def test_roots_equal_those_of_pymerkle() -> None:
    """For sizes 1 to 2,000 the root is pymerkle's, whether the tree has just that size or grew beyond it."""
    other, growing = InmemoryTree(algorithm="sha256"), Tree()
    for size, data in enumerate(DATA, 1):
        other.append_entry(data)
        growing.append(leaf_hash(data))
        expected = other.get_root()
        assert (size, expected, expected) == (len(growing), growing.root(), TREE.root(size))


def test_proofs_equal_those_of_pymerkle() -> None:
    """The hashes of a path are those of pymerkle's, for every leaf of small trees and some of large ones."""
    other = InmemoryTree(algorithm="sha256")
    other.append_entries(DATA)
    rng = random.Random(6962)
    sizes = [*range(1, 40), *rng.sample(range(40, SIZES + 1), 60)]
    for size in sizes:
        for index in range(size) if size < 40 else rng.sample(range(size), 5):
            theirs = other.prove_inclusion(index + 1, size)  # it counts from 1
            assert sorted(theirs.path) == sorted([LEAVES[index], *TREE.inclusion(index, size)]), (index, size)
            theirs.verify(LEAVES[index], TREE.root(size))
            if index:
                both = other.prove_consistency(index, size)
                both.verify(TREE.root(index), TREE.root(size))


@pytest.mark.slow
def test_every_inclusion_proof_holds_and_every_mutated_one_fails() -> None:
    """Sizes 1 to 2,000: first, last and random leaves; mutated path, leaf, index, size and root are refused.

    All leaves of all trees would be two million proofs; trees of up to 100 leaves are done completely.
    """
    rng = random.Random(1)
    for size in range(1, SIZES + 1):
        at = Checkpoint(size, TREE.root(size))
        chosen = range(size) if size <= 100 else {0, size - 1, *(rng.randrange(size) for _ in range(4))}
        for index in sorted(chosen):
            path = TREE.inclusion(index, size)
            check_inclusion(LEAVES[index], index, path, at)
            for wrong in mutations(path, rng):
                assert fails(check_inclusion, LEAVES[index], index, wrong, at), (size, index)
            other = (index + 1) % SIZES
            assert fails(check_inclusion, LEAVES[other], index, path, at), (size, index)
            assert fails(check_inclusion, LEAVES[index], index + 1, path, at), (size, index)
            root = Checkpoint(size, sha256(at.root).digest())
            assert fails(check_inclusion, LEAVES[index], index, path, root), (size, index)


@pytest.mark.slow
def test_every_consistency_proof_holds_and_every_mutated_one_fails() -> None:
    """Sizes 1 to 2,000 with old sizes 1, the powers of two, the whole and random ones; up to 100 with all old sizes."""
    rng = random.Random(2)
    for size in range(1, SIZES + 1):
        new = Checkpoint(size, TREE.root(size))
        some = {1, size, 1 << size.bit_length() - 1, *(rng.randint(1, size) for _ in range(4))}
        for before in range(1, size + 1) if size <= 100 else sorted(some):
            old, path = Checkpoint(before, TREE.root(before)), TREE.consistency(before, size)
            check_consistency(old, new, path)
            for wrong in mutations(path, rng):
                assert fails(check_consistency, old, new, wrong), (before, size)
            other = Checkpoint(before, sha256(old.root).digest())
            assert fails(check_consistency, other, new, path), (before, size)
            other = Checkpoint(size, sha256(new.root).digest())
            assert fails(check_consistency, old, other, path), (before, size)


def test_a_rewritten_leaf_cannot_be_proven() -> None:
    """Whichever leaf of a tree was rewritten, no proof joins the new tree to the old root."""
    size = 70
    old = Checkpoint(50, TREE.root(50))
    for index in range(50):
        leaves = LEAVES[:size]
        leaves[index] = sha256(leaves[index]).digest()
        forged = Tree(leaves)
        new = Checkpoint(size, forged.root())
        assert fails(check_consistency, old, new, forged.consistency(50)), index


def test_the_empty_tree_begins_everything() -> None:
    """Nothing is a beginning of all logs and its proof is empty; a false empty root is refused."""
    new = Checkpoint(5, TREE.root(5))
    check_consistency(Checkpoint(0, Tree().root()), new, TREE.consistency(0, 5))
    assert fails(check_consistency, Checkpoint(0, b"\0" * 32), new, [])
    assert fails(check_consistency, new, Checkpoint(3, TREE.root(3)), [])


@pytest.mark.parametrize(
    "ask",
    [
        lambda: TREE.root(SIZES + 1),
        lambda: TREE.inclusion(5, 5),
        lambda: TREE.inclusion(-1, 5),
        lambda: TREE.consistency(6, 5),
        lambda: TREE.leaf(SIZES),
    ],
)
def test_what_a_tree_does_not_have_is_refused(ask: Callable[[], object]) -> None:
    """Sizes and leaves beyond the tree are errors of the caller."""
    with pytest.raises(ValueError, match=r"tree"):
        ask()
