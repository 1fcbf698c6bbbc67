//! The routes at `/mail/...`: the pages that links in messages open, and the reports of bounces.

pub(super) mod bounces;
mod form;
pub(super) mod pages;
