//! Losses of a round (im43).
