//! The append-only, hash-chained, signed list of everything that counts. Bytes in, verdict out.
