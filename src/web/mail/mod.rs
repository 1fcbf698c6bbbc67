//! What stands at `/mail/...`: the pages that mails lead to, and the door for mails that came back.

pub(super) mod bounces;
mod form;
pub(super) mod pages;
