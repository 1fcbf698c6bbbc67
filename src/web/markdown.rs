//! The small Markdown of articles, as HTML and as plain text.

use std::borrow::Cow;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};

/// Escapes for text and for quoted attributes.
pub(super) fn escape(text: &str) -> Cow<'_, str> {
    if !text.contains(['&', '<', '>', '"', '\'']) {
        return text.into();
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped.into()
}

/// HTML of a text. HTML inside it is shown as text, links elsewhere than to https lose their
/// target, pictures their image: the import refuses all three, and nobody should have to trust it.
pub(super) fn to_html(text: &str) -> String {
    write(text, Options::empty(), |target| target.starts_with("https://"))
}

/// HTML of a whole document of ours or of the operator's: tables too, and links to e-mail addresses
/// and inside the site. Otherwise as strict as [`to_html`].
pub(super) fn to_document_html(text: &str) -> String {
    write(text, Options::ENABLE_TABLES, |target| {
        let inside = target.starts_with('/') && !target.starts_with("//") && !target.contains('\\');
        inside || ["https://", "http://", "mailto:"].iter().any(|scheme| target.starts_with(scheme))
    })
}

fn write(text: &str, options: Options, may_lead_to: impl Fn(&str) -> bool) -> String {
    let events = Parser::new_ext(text, options).filter_map(|event| match event {
        Event::Html(html) | Event::InlineHtml(html) => Some(Event::Text(html)),
        Event::Start(Tag::Link { dest_url, title, link_type, id }) => {
            let dest_url = if may_lead_to(&dest_url) { dest_url } else { "#".into() };
            Some(Event::Start(Tag::Link { dest_url, title, link_type, id }))
        }
        // Aligned columns would need styles inside the page, which the security policy forbids.
        Event::Start(Tag::Table(columns)) => {
            Some(Event::Start(Tag::Table(columns.iter().map(|_| pulldown_cmark::Alignment::None).collect())))
        }
        Event::Start(Tag::Image { .. } | Tag::HtmlBlock) | Event::End(TagEnd::Image | TagEnd::HtmlBlock) => None,
        other => Some(other),
    });
    let mut out = String::with_capacity(text.len() * 2);
    html::push_html(&mut out, events);
    out
}

/// The words of a text without their marks, in one line.
pub(super) fn to_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for event in Parser::new(text) {
        match event {
            Event::Text(text) | Event::Code(text) | Event::Html(text) | Event::InlineHtml(text) => out.push_str(&text),
            Event::SoftBreak | Event::HardBreak | Event::End(TagEnd::Paragraph | TagEnd::Item | TagEnd::Heading(_)) => {
                out.push(' ');
            }
            _ => {}
        }
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The beginning of a text, cut between words, with an ellipsis where it was cut.
pub(super) fn beginning(text: &str, max_chars: usize) -> Cow<'_, str> {
    let Some((end, _)) = text.char_indices().nth(max_chars) else { return text.into() };
    let cut = text[..end].rfind(' ').unwrap_or(end);
    format!("{}…", text[..cut].trim_end_matches([',', '.', ';', ':'])).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_becomes_html_and_html_becomes_text() {
        assert_eq!(to_html("un *text* **tare**"), "<p>un <em>text</em> <strong>tare</strong></p>\n");
        assert_eq!(to_html("- a\n- b"), "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n");
        let link = to_html("[x](https://a.ro/?b=1&c=\"2)");
        assert_eq!(link, "<p><a href=\"https://a.ro/?b=1&amp;c=%222\">x</a></p>\n");
        for bad in ["<script>x</script>", "a <b onclick=x>c</b>", "[x](javascript:alert(1))", "![x](https://e.ro/p)"] {
            let html = to_html(bad);
            for mark in ["<script", "<b", "javascript:", "<img"] {
                assert!(!html.contains(mark), "{bad} gave {html}");
            }
        }
    }

    #[test]
    fn a_document_may_have_tables_and_links_inside_the_site_but_no_html() {
        let html =
            to_document_html("# A\n\n| a |\n|:-:|\n| `b` |\n\n[x](/terms) [y](mailto:a@b.ro) [z](//e.ro) <i>t</i>");
        for part in ["<h1>A</h1>", "<td><code>b</code></td>", "href=\"/terms\"", "href=\"mailto:a@b.ro\"", "&lt;i&gt;"]
        {
            assert!(html.contains(part), "{part}: {html}");
        }
        assert!(!html.contains("style") && !html.contains("e.ro"), "{html}");
    }

    #[test]
    fn a_description_is_plain_and_cut_between_words() {
        assert_eq!(to_text("**Unu** doi\ntrei.\n\n- patru\n- cinci"), "Unu doi trei. patru cinci");
        assert_eq!(beginning("unu doi, trei", 9), "unu doi…");
        assert_eq!(beginning("șțăîâ", 5), "șțăîâ");
    }
}
