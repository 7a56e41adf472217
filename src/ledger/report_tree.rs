//! The report tree: each seat checks its own report without seeing another's.

use serde::{Deserialize, Serialize};

use super::tree;
use crate::base::{Digest, Problem};

const TAG: &[u8] = b"adjutant/report/v1";

/// The leaf of a seat's report:
/// `SHA-256(0x00 || "adjutant/report/v1" || length of seat as eight bytes, most significant
/// first || seat || 32-byte salt || SHA-256(report))`.
pub fn report_leaf(seat: &str, salt: &Digest, report: &Digest) -> Digest {
    let length = (seat.len() as u64).to_be_bytes();
    tree::leaf(&[TAG, &length, seat.as_bytes(), &salt.0, &report.0].concat())
}

/// What a seat gets along with its report, to prove that it is the committed one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ReportProof {
    /// Position of the seat, from 0.
    pub index: u32,
    /// Number of seats.
    pub size: u32,
    /// 32 bytes that keep others from guessing at the report.
    pub salt: Digest,
    /// The inclusion path, from the leaf's sibling upwards.
    pub path: Vec<Digest>,
}

impl ReportProof {
    /// Checks that these bytes are the report committed to for this seat.
    ///
    /// # Errors
    /// If the proof is for a tree of another size, or does not lead to the root.
    pub fn verify(
        &self,
        seat: &str,
        report: &[u8],
        root: &Digest,
        size: u32,
    ) -> Result<(), Problem> {
        if self.size != size {
            let sizes = format!("a tree of {}, but the result has {size}", self.size);
            return Err(Problem::refused(format!("the proof is for {sizes}")));
        }
        let leaf = report_leaf(seat, &self.salt, &Digest::of(report));
        tree::verify(&leaf, self.index.into(), size.into(), &self.path, root).map_err(|_| {
            Problem::refused(format!(
                "this is not the report that the ledger commits to for {seat}"
            ))
        })
    }
}

/// The root over all seats' reports, given as `(seat, salt, SHA-256 of the report)` in the order
/// of the seats, and each seat's proof. A seat without a report is given an empty one, so that
/// the size of the tree tells nothing.
///
/// # Panics
/// If there are more than 2^32 - 1 seats.
pub fn prove_reports(reports: &[(&str, Digest, Digest)]) -> (Digest, Vec<ReportProof>) {
    let leaves: Vec<Digest> = reports.iter().map(|(s, salt, d)| report_leaf(s, salt, d)).collect();
    let size = u32::try_from(leaves.len()).expect("a game has few seats");
    let proofs = (0..size)
        .zip(reports)
        .enumerate()
        .map(|(at, (index, (_, salt, _)))| ReportProof {
            index,
            size,
            salt: *salt,
            path: tree::path(&leaves, at),
        })
        .collect();
    (tree::root(&leaves), proofs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct Vectors {
        reports: Vec<Known>,
        root: Digest,
    }

    #[derive(Deserialize)]
    struct Known {
        seat: String,
        salt: Digest,
        report: String,
        leaf: Digest,
        path: Vec<Digest>,
    }

    fn known() -> Vectors {
        serde_json::from_str(include_str!("../../tests/vectors/ledger/reports.json")).unwrap()
    }

    #[test]
    fn known_leaves_and_paths() {
        let Vectors { reports, root } = known();
        let digest = |k: &Known| Digest::of(k.report.as_bytes());
        let list: Vec<_> = reports.iter().map(|k| (&k.seat[..], k.salt, digest(k))).collect();
        let (ours, proofs) = prove_reports(&list);
        assert_eq!(ours, root);
        for (known, proof) in reports.iter().zip(&proofs) {
            assert_eq!(report_leaf(&known.seat, &known.salt, &digest(known)), known.leaf);
            assert_eq!(proof.path, known.path);
        }
    }

    #[test]
    fn only_the_seats_own_report_passes() {
        let Vectors { reports, root } = known();
        let size = u32::try_from(reports.len()).unwrap();
        let Known { seat, salt, report, path, .. } = &reports[1];
        let proof = ReportProof { index: 1, size, salt: *salt, path: path.clone() };
        proof.verify(seat, report.as_bytes(), &root, size).unwrap();
        assert!(proof.verify(seat, b"other", &root, size).is_err());
        assert!(proof.verify("other", report.as_bytes(), &root, size).is_err());
        assert!(proof.verify(seat, report.as_bytes(), &root, size + 1).is_err());
        let other = ReportProof { salt: root, ..proof };
        assert!(other.verify(seat, report.as_bytes(), &root, size).is_err());
    }
}
