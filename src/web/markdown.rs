//! The Markdown of articles and documents as HTML and as plain text.

use maud::{Markup, PreEscaped};
use pulldown_cmark::{Alignment, CowStr, Event, LinkType, Parser, Tag, TagEnd, html};

pub(super) use crate::domain::text::{of_events as plain_text, of_markdown as to_text};

/// The HTML of an article's text.
///
/// HTML in the text is shown as text, links to anything but https lose their target, and images become their
/// descriptions. The import refuses all three, but this function does not rely on it.
pub(super) fn to_html(text: &str) -> Markup {
    write(Parser::new(text), |target| target.starts_with("https://"))
}

/// As [`to_html`], with a link wherever one of the given pieces of text occurs. `links` has each piece with its
/// address, the longest piece first.
pub(super) fn to_linked_html(text: &str, links: &[(&str, String)]) -> Markup {
    let mut in_link = false;
    let linked = Parser::new(text).flat_map(|event| match event {
        Event::Text(text) if !in_link => linked(text, links),
        other => {
            match &other {
                Event::Start(Tag::Link { .. }) => in_link = true,
                Event::End(TagEnd::Link) => in_link = false,
                _ => {}
            }
            vec![other]
        }
    });
    write(linked, |target| target.starts_with("https://") || links.iter().any(|(_, href)| href == target))
}

/// The events of a text with its links.
fn linked<'a>(text: CowStr<'a>, links: &[(&str, String)]) -> Vec<Event<'a>> {
    let mut events = Vec::new();
    let (mut start, mut at) = (0, 0);
    while let Some(letter) = text[at..].chars().next() {
        let begins = !text[..at].ends_with(char::is_alphanumeric);
        let is_here =
            |(piece, _): &&(&str, String)| text[at..].strip_prefix(*piece).is_some_and(|rest| !continues(rest));
        let Some((piece, href)) = links.iter().filter(|_| begins).find(is_here) else {
            at += letter.len_utf8();
            continue;
        };
        events.push(Event::Text(text[start..at].to_owned().into()));
        events.push(Event::Start(Tag::Link {
            link_type: LinkType::Inline,
            dest_url: href.clone().into(),
            title: "".into(),
            id: "".into(),
        }));
        events.push(Event::Text((*piece).to_owned().into()));
        events.push(Event::End(TagEnd::Link));
        at += piece.len();
        start = at;
    }
    if start == 0 {
        return vec![Event::Text(text)];
    }
    events.push(Event::Text(text[start..].to_owned().into()));
    events
}

/// Whether `rest` continues the word or number before it.
fn continues(rest: &str) -> bool {
    let mut letters = rest.chars();
    match letters.next() {
        Some('/' | '.') => letters.next().is_some_and(|letter| letter.is_ascii_digit()),
        next => next.is_some_and(char::is_alphanumeric),
    }
}

/// The HTML of a document of the site: as strict as [`to_html`], but links to e-mail addresses and inside the site are
/// allowed.
pub(super) fn document_html<'a>(events: impl Iterator<Item = Event<'a>>) -> Markup {
    write(events, |target| {
        let inside = target.starts_with('/') && !target.starts_with("//") && !target.contains('\\');
        inside || ["https://", "http://", "mailto:"].iter().any(|scheme| target.starts_with(scheme))
    })
}

fn write<'a>(events: impl Iterator<Item = Event<'a>>, may_link_to: impl Fn(&str) -> bool) -> Markup {
    let events = events.filter_map(|event| match event {
        Event::Html(html) | Event::InlineHtml(html) => Some(Event::Text(html)),
        Event::Start(Tag::Link { dest_url, title, link_type, id }) => {
            let dest_url = if may_link_to(&dest_url) { dest_url } else { "#".into() };
            Some(Event::Start(Tag::Link { dest_url, title, link_type, id }))
        }
        // Aligned columns would need inline styles, which the content security policy forbids.
        Event::Start(Tag::Table(columns)) => {
            Some(Event::Start(Tag::Table(columns.iter().map(|_| Alignment::None).collect())))
        }
        Event::Start(Tag::Image { .. } | Tag::HtmlBlock) | Event::End(TagEnd::Image | TagEnd::HtmlBlock) => None,
        other => Some(other),
    });
    let mut out = String::new();
    html::push_html(&mut out, events);
    // The writer escapes all text, and no raw HTML reaches it.
    PreEscaped(out)
}

#[cfg(test)]
mod tests {
    use pulldown_cmark::Options;

    use super::*;

    #[test]
    fn markdown_becomes_html_and_html_becomes_text() {
        let to_html = |text| to_html(text).into_string();
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
    fn citations_become_links_once_and_whole() {
        let links =
            [("Legea nr. 31/1990", "/act/lege-31-1990".to_owned()), ("Codul fiscal", "/act/lege-227-2015".into())];
        let html = to_linked_html("**Legea nr. 31/1990**, Legea nr. 31/19901 și [Codul fiscal](https://a.ro)", &links);
        assert_eq!(
            html.into_string(),
            "<p><strong><a href=\"/act/lege-31-1990\">Legea nr. 31/1990</a></strong>, Legea nr. 31/19901 și \
             <a href=\"https://a.ro\">Codul fiscal</a></p>\n"
        );
        assert_eq!(to_linked_html("Codul fiscalizat", &links).into_string(), "<p>Codul fiscalizat</p>\n");
    }

    #[test]
    fn a_document_may_have_tables_and_links_inside_the_site_but_no_html() {
        let text = "# A\n\n| a |\n|:-:|\n| `b` |\n\n[x](/terms) [y](mailto:a@b.ro) [z](//e.ro) <i>t</i>";
        let html = document_html(Parser::new_ext(text, Options::ENABLE_TABLES)).into_string();
        for part in ["<h1>A</h1>", "<td><code>b</code></td>", "href=\"/terms\"", "href=\"mailto:a@b.ro\"", "&lt;i&gt;"]
        {
            assert!(html.contains(part), "{part}: {html}");
        }
        assert!(!html.contains("style") && !html.contains("e.ro"), "{html}");
    }

    #[test]
    fn plain_text_has_no_marks() {
        assert_eq!(to_text("**Unu** doi\ntrei.\n\n- patru\n- cinci"), "Unu doi trei. patru cinci");
    }
}
