//! Lines of an issue in reading order, with correct letters and without page headers and the imprint.

use super::letters::squeezed;
use crate::domain::gazette::Gazette;
use crate::sources::pdf::PdfPage;
use crate::sources::pdf::layout::{self, Column, LayoutLine};
use paragraf_law::{MentionValue, normalise};

/// The part of a page that its header takes.
const HEADER: f32 = 0.075;
/// The part of a page above its footer.
const ABOVE_FOOTER: f32 = 0.945;

/// A printed issue.
#[derive(Debug, Default)]
pub(super) struct Print {
    pub(super) lines: Vec<PrintLine>,
    /// The issues that the headers of the pages name.
    pub(super) headers: Vec<Gazette>,
}

/// A line of a page.
#[derive(Debug, Clone)]
pub(super) struct PrintLine {
    pub(super) page: usize,
    pub(super) column: Column,
    pub(super) left: f32,
    pub(super) right: f32,
    pub(super) base: f32,
    pub(super) size: f32,
    pub(super) text: String,
}

pub(super) fn read(pages: &[PdfPage]) -> Print {
    let mut print = Print::default();
    let laid: Vec<Vec<LayoutLine>> = pages.iter().map(layout::lines).collect();
    let mut is_over = false;
    for (page, lines) in laid.into_iter().enumerate() {
        // Pages may have the wrong letters of an old code page while others have the right ones.
        let raw: Vec<_> = lines.iter().map(|line| line.text.replace('\n', " ")).collect();
        let clean = normalise::clean_print(&raw.join("\n"));
        for (line, text) in lines.into_iter().zip(clean.split('\n')) {
            let text = text.to_owned();
            is_over = is_over || is_imprint(&text);
            let height = pages[page].height;
            if is_over || text.is_empty() || print.takes_header(page, &line, height, &text) {
                continue;
            }
            let LayoutLine { column, left, right, base, size, .. } = line;
            print.lines.push(PrintLine { page, column, left, right, base, size, text });
        }
    }
    print
}

impl Print {
    /// Whether a line belongs to a page's header or footer; notes the issue that it names.
    fn takes_header(&mut self, page: usize, line: &LayoutLine, height: f32, text: &str) -> bool {
        let is_above = line.base < height * HEADER;
        let is_outside = is_above || line.base > height * ABOVE_FOOTER;
        let is_named = is_above && squeezed(text).contains("monitoruloficialalromaniei");
        if is_named {
            self.headers.extend(reference(text));
        }
        let is_number = text.len() <= 5 && text.bytes().all(|byte| byte.is_ascii_digit());
        is_named || (page > 0 && is_outside && is_number)
    }
}

/// The issue in `MONITORUL OFICIAL AL ROMÂNIEI, PARTEA I, Nr. 456/28.V.2026`.
fn reference(text: &str) -> Option<Gazette> {
    paragraf_law::read_text(text).into_iter().find_map(|mention| match mention.value {
        MentionValue::Gazette(mention) => Some(mention.gazette),
        _ => None,
    })
}

/// The line that begins the imprint on the last page.
fn is_imprint(text: &str) -> bool {
    squeezed(text).starts_with("editorparlamentulromaniei")
}
