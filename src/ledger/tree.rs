//! The Merkle tree of RFC 6962: root, inclusion path, and its check.
//!
//! A leaf is SHA-256(0x00 || data), a node SHA-256(0x01 || left || right), the empty tree
//! SHA-256 of nothing.

use sha2::{Digest as _, Sha256};

use crate::base::{Digest, Problem};

/// The hash of a leaf holding the data.
pub fn leaf(data: &[u8]) -> Digest {
    Digest(Sha256::new().chain_update([0]).chain_update(data).finalize().into())
}

fn node(left: &Digest, right: &Digest) -> Digest {
    Digest(
        Sha256::new()
            .chain_update([1])
            .chain_update(left.0)
            .chain_update(right.0)
            .finalize()
            .into(),
    )
}

/// The root over leaf hashes (RFC 6962, 2.1).
pub fn root(leaves: &[Digest]) -> Digest {
    match leaves {
        [] => Digest::of(b""),
        [only] => *only,
        _ => {
            let (left, right) = leaves.split_at(split(leaves.len()));
            node(&root(left), &root(right))
        }
    }
}

/// The inclusion path of a leaf, from the leaf's sibling upwards (RFC 6962, 2.1.1).
///
/// # Panics
/// If there is no such leaf.
pub fn path(leaves: &[Digest], index: usize) -> Vec<Digest> {
    assert!(index < leaves.len(), "a path is asked for a leaf that exists");
    if leaves.len() == 1 {
        return Vec::new();
    }
    let (left, right) = leaves.split_at(split(leaves.len()));
    let (mut below, sibling) = if index < left.len() {
        (path(left, index), root(right))
    } else {
        (path(right, index - left.len()), root(left))
    };
    below.push(sibling);
    below
}

/// Checks that a leaf is at `index` in the tree of `size` leaves with this root.
///
/// # Errors
/// If the path has the wrong length or leads to another root.
pub fn verify(
    leaf: &Digest,
    index: u64,
    size: u64,
    path: &[Digest],
    root: &Digest,
) -> Result<(), Problem> {
    if index >= size {
        return Err(Problem::refused(format!("there is no leaf {index} in a tree of {size}")));
    }
    match climb(leaf, index, size, path) {
        Some(reached) if reached == *root => Ok(()),
        Some(_) => Err(Problem::refused("the path leads to another root")),
        None => Err(Problem::refused("the path has the wrong length")),
    }
}

/// The root the path leads to; the last element of the path is nearest the root.
fn climb(leaf: &Digest, index: u64, size: u64, path: &[Digest]) -> Option<Digest> {
    if size == 1 {
        return path.is_empty().then_some(*leaf);
    }
    let (sibling, below) = path.split_last()?;
    let left = 1 << (size - 1).ilog2();
    if index < left {
        Some(node(&climb(leaf, index, left, below)?, sibling))
    } else {
        Some(node(sibling, &climb(leaf, index - left, size - left, below)?))
    }
}

/// The proof that the tree of these leaves continues that of the first `size` (RFC 6962, 2.1.2); empty
/// if that one is empty or the same.
///
/// # Panics
/// If there are fewer leaves.
pub fn consistency(leaves: &[Digest], size: usize) -> Vec<Digest> {
    assert!(size <= leaves.len(), "a tree continues a smaller one");
    if size == 0 { Vec::new() } else { continuation(leaves, size, true) }
}

/// SUBPROOF of RFC 6962; `known` says that the root of the first `size` leaves is known to who reads it.
fn continuation(leaves: &[Digest], size: usize, known: bool) -> Vec<Digest> {
    if size == leaves.len() {
        return if known { Vec::new() } else { vec![root(leaves)] };
    }
    let (left, right) = leaves.split_at(split(leaves.len()));
    let (mut below, other) = if size <= left.len() {
        (continuation(left, size, known), root(right))
    } else {
        (continuation(right, size - left.len(), false), root(left))
    };
    below.push(other);
    below
}

/// Checks that a tree continues a smaller one; each is given by its size and root.
///
/// # Errors
/// If it does not, or the proof does not show it.
pub fn continues(
    (old, old_root): (u64, &Digest),
    (size, root): (u64, &Digest),
    proof: &[Digest],
) -> Result<(), Problem> {
    if old > size {
        return Err(Problem::refused(format!("a tree of {size} leaves continues none of {old}")));
    }
    if old == 0 && proof.is_empty() {
        return Ok(());
    }
    let rebuilt = (old > 0).then(|| rebuild(old, size, Some(old_root), proof)).flatten();
    match rebuilt {
        Some((before, after)) if before == *old_root && after == *root => Ok(()),
        Some(_) => Err(Problem::refused("the proof leads to other roots")),
        None => Err(Problem::refused("the proof has the wrong length")),
    }
}

/// Both roots as the proof gives them; the last element is nearest the roots. `known` is the old root
/// where the proof leaves it out.
fn rebuild(
    old: u64,
    size: u64,
    known: Option<&Digest>,
    proof: &[Digest],
) -> Option<(Digest, Digest)> {
    if old == size {
        let same = match (known, proof) {
            (Some(known), []) => known,
            (None, [only]) => only,
            _ => return None,
        };
        return Some((*same, *same));
    }
    let (other, below) = proof.split_last()?;
    let left = 1 << (size - 1).ilog2();
    if old <= left {
        let (before, after) = rebuild(old, left, known, below)?;
        Some((before, node(&after, other)))
    } else {
        let (before, after) = rebuild(old - left, size - left, None, below)?;
        Some((node(other, &before), node(other, &after)))
    }
}

/// The largest power of two smaller than `size`, which is at least two.
fn split(size: usize) -> usize {
    1 << (size - 1).ilog2()
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    /// The leaves and roots of the known-answer test that Certificate Transparency logs share.
    #[derive(Deserialize)]
    struct Vectors {
        leaves: Vec<String>,
        roots: Vec<Digest>,
        paths: Vec<Known>,
    }

    #[derive(Deserialize)]
    struct Known {
        index: u64,
        size: u64,
        path: Vec<Digest>,
    }

    fn vectors() -> (Vec<Digest>, Vectors) {
        let text = include_str!("../../tests/vectors/ledger/tree.json");
        let vectors: Vectors = serde_json::from_str(text).unwrap();
        (vectors.leaves.iter().map(|l| leaf(&hex::decode(l).unwrap())).collect(), vectors)
    }

    #[test]
    fn known_roots_and_paths() {
        let (leaves, known) = vectors();
        assert_eq!(known.roots.len(), leaves.len() + 1);
        for (size, expected) in known.roots.iter().enumerate() {
            assert_eq!(root(&leaves[..size]), *expected, "size {size}");
        }
        for Known { index, size, path: expected } in known.paths {
            let (i, n) = (usize::try_from(index).unwrap(), usize::try_from(size).unwrap());
            assert_eq!(path(&leaves[..n], i), expected);
            verify(&leaves[i], index, size, &expected, &known.roots[n]).unwrap();
        }
    }

    #[test]
    fn every_leaf_of_every_size_proves_itself_and_nothing_else() {
        let leaves: Vec<Digest> = (0..40u8).map(|n| leaf(&[n])).collect();
        for size in 1..=leaves.len() {
            let root = root(&leaves[..size]);
            for index in 0..size {
                let path = path(&leaves[..size], index);
                let check = |leaf: &Digest, i: usize, n: usize, path: &[Digest]| {
                    verify(leaf, i as u64, n as u64, path, &root)
                };
                check(&leaves[index], index, size, &path).unwrap();
                assert!(check(&leaf(b"other"), index, size, &path).is_err());
                for other in (0..=size).filter(|i| *i != index) {
                    assert!(check(&leaves[index], other, size, &path).is_err());
                }
                let longer = [&path[..], &[root]].concat();
                assert!(check(&leaves[index], index, size, &longer).is_err());
                for n in 0..path.len() {
                    let mut wrong = path.clone();
                    wrong[n].0[0] ^= 1;
                    assert!(check(&leaves[index], index, size, &wrong).is_err());
                    assert!(check(&leaves[index], index, size, &path[..n]).is_err());
                }
            }
        }
    }

    #[test]
    fn every_tree_continues_every_smaller_one_and_no_other() {
        let leaves: Vec<Digest> = (0..40u8).map(|n| leaf(&[n])).collect();
        for size in 0..=leaves.len() {
            let whole = (size as u64, &root(&leaves[..size]));
            for old in 0..=size {
                let before = (old as u64, &root(&leaves[..old]));
                let proof = consistency(&leaves[..size], old);
                continues(before, whole, &proof).unwrap();
                if old == 0 {
                    continue;
                }
                let other = leaf(b"other");
                assert!(continues((old as u64, &other), whole, &proof).is_err());
                if old < size {
                    assert!(continues(before, (size as u64, &other), &proof).is_err());
                    assert!(continues((old as u64 + 1, before.1), whole, &proof).is_err());
                }
                assert!(continues(before, whole, &[&proof[..], &[other]].concat()).is_err());
                for n in 0..proof.len() {
                    let mut wrong = proof.clone();
                    wrong[n].0[0] ^= 1;
                    assert!(continues(before, whole, &wrong).is_err());
                    assert!(continues(before, whole, &proof[..n]).is_err());
                }
            }
        }
        let (three, seven) = (root(&leaves[..3]), root(&leaves[..7]));
        assert!(continues((7, &seven), (3, &three), &[]).is_err());
    }

    /// The proofs of RFC 6962, 2.1.3, for a tree of seven leaves: PROOF(3) = [c, d, g, l], PROOF(4) = [l],
    /// PROOF(6) = [i, j, k].
    #[test]
    fn the_proofs_of_the_specification() {
        let leaves: Vec<Digest> = (0..7u8).map(|n| leaf(&[n])).collect();
        let pair = |at: usize| node(&leaves[at], &leaves[at + 1]);
        let (left, right) = (node(&pair(0), &pair(2)), node(&pair(4), &leaves[6]));
        assert_eq!(consistency(&leaves, 3), [leaves[2], leaves[3], pair(0), right]);
        assert_eq!(consistency(&leaves, 4), [right]);
        assert_eq!(consistency(&leaves, 6), [pair(4), leaves[6], left]);
        assert_eq!(root(&leaves), node(&left, &right));
    }

    #[test]
    fn absurd_sizes_are_refused_at_once() {
        let leaf = leaf(b"x");
        for size in [0, 1 << 63, u64::MAX] {
            assert!(verify(&leaf, 0, size, &[], &leaf).is_err());
            assert!(verify(&leaf, 0, size, &[leaf], &leaf).is_err());
            assert!(continues((1, &leaf), (size, &leaf), &[leaf]).is_err());
        }
    }
}
