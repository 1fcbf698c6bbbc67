//! The published articles in memory (stub, being written).
#[derive(Default)]
pub struct Catalogue;
