//! Inlines the stylesheet, for mail programs that ignore `<style>`.

use std::sync::LazyLock;

use css_inline::{CSSInliner, InlineOptions};

/// The stylesheet of all messages; its `@media` rules stay in the head.
const STYLES: &str = include_str!("templates/mail.css");

// docs/decisions/0053
static INLINER: LazyLock<CSSInliner<'static>> = LazyLock::new(|| {
    let options = InlineOptions { keep_at_rules: true, load_remote_stylesheets: false, ..InlineOptions::default() };
    CSSInliner::new(InlineOptions { extra_css: Some(STYLES.into()), minify_css: true, ..options })
});

/// The head with the encoding, which readers look for in the first 1,024 bytes.
const HEAD: &str = "<head><meta charset=\"utf-8\">";

/// The document with the encoding, and with the styles of its classes on its elements.
///
/// Returns the document unstyled if it cannot be parsed.
pub(super) fn inlined(html: &str) -> String {
    let inlined = INLINER.inline(html).unwrap_or_else(|error| {
        tracing::error!(error = error.to_string(), "a message has no styles");
        html.to_owned()
    });
    // The inliner puts the remaining rules at the beginning of the head.
    inlined.replacen("<head>", HEAD, 1)
}
