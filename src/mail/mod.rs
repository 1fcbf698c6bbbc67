//! Mails: what they say, and the ways they leave.
