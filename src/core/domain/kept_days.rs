//! For how many days data is kept and links are valid. Texts of the UI name these numbers, which the API document has.

/// Events in the recent activity of an account.
pub const ACTIVITY: i64 = 90;
/// Notifications that were read.
pub const READ_NOTIFICATION: i64 = 90;
/// Mails and text messages that were sent or failed.
pub const MESSAGE: i64 = 30;
/// How long a link in a mail confirms a subscription or changes preferences.
pub const LINK: i64 = 30;
