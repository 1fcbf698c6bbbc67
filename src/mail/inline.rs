//! Styles written onto every element, for the mail programs that read no others.

use std::sync::LazyLock;

use css_inline::{CSSInliner, InlineOptions};

/// The one stylesheet of all mails; its `@media` rules stay in the mail's head.
const STYLES: &str = include_str!("templates/mail.css");

static INLINER: LazyLock<CSSInliner<'static>> = LazyLock::new(|| {
    let options = InlineOptions { keep_at_rules: true, load_remote_stylesheets: false, ..InlineOptions::default() };
    CSSInliner::new(InlineOptions { extra_css: Some(STYLES.into()), minify_css: true, ..options })
});

/// The document with the styles of its classes; without them when it cannot be read, which no layout of
/// ours causes.
pub(super) fn inlined(html: &str) -> String {
    INLINER.inline(html).unwrap_or_else(|error| {
        tracing::error!(error = error.to_string(), "a mail has no styles");
        html.to_owned()
    })
}
