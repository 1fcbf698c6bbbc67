//! The routes at `/mail/...`: the pages that links in messages open, and the intake of bounces.

pub(super) mod bounces;
mod form;
pub(super) mod pages;
