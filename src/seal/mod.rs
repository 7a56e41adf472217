//! Keys, signatures, encryption, seed chains. Entropy is passed in.
