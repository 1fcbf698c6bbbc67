//! Days, importance and roles, as all pages write them.

use jiff::civil::Date;
use maud::{Markup, html};

use crate::domain::{AudienceRole, Importance, Language, date};

/// A day in words.
pub(in crate::web) fn day_html(day: Date, language: Language) -> Markup {
    html! { time datetime=(day) { (date::long(day, language)) } }
}

/// The label of an importance, with its colour and shape.
pub(in crate::web) fn importance_html(importance: Importance, language: Language) -> Markup {
    html! { strong.shell-importance data-level=(importance) { (importance.label(language)) } }
}

/// The readers of some roles, in the plural.
pub(super) fn role_labels(roles: &[AudienceRole], language: Language) -> String {
    roles.iter().map(|role| role.label(language)).collect::<Vec<_>>().join(", ")
}
