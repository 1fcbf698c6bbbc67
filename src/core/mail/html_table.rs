//! Tables that lay out a message: mail programs agree on nothing else.

use maud::{Markup, html};

pub(super) const NBSP: &str = "\u{a0}";

/// A table for layout only, as wide as its content.
pub(super) fn table(class: &str, rows: &Markup) -> Markup {
    html! { table role="presentation" cellpadding="0" cellspacing="0" border="0" class=(class) { (rows) } }
}

/// A table for layout only, as wide as its container.
pub(super) fn wide_table(class: Option<&str>, rows: &Markup) -> Markup {
    html! {
        table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" class=[class] { (rows) }
    }
}
