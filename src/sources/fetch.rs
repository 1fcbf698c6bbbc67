//! stub, being written
use crate::config::FetchConfig;
use std::path::PathBuf;
pub struct Fetcher;
impl Fetcher {
    pub fn new(_config: &FetchConfig, _cache: PathBuf) -> crate::error::Result<Self> {
        Ok(Self)
    }
}
