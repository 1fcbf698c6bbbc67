//! Collects the glyphs of a PDF file as pieces of text.

use std::io;

use pdf_extract::{MediaBox, OutputDev, OutputError, Transform};

use super::limits;
use super::page::{PdfPage, TextRun};

// All as parts of the font's size.

/// The least gap between two words.
const SPACE: f64 = 0.16;
/// The widest gap in a piece.
const WIDEST_GAP: f64 = 1.2;
/// The least gap in a piece: letters of one word may overlap.
const OVERLAP: f64 = -0.6;
/// The largest difference between the bases of one line.
const SAME_BASE: f64 = 0.25;
/// The largest height of a raised digit above the base.
const RAISED: f64 = 0.75;
/// The largest size of a raised digit.
const RAISED_SIZE: f64 = 0.85;

/// The pages so far, and the piece that is being collected.
#[derive(Default)]
pub(super) struct GlyphCollector {
    pages: Vec<PdfPage>,
    /// The page's left and upper edge.
    corner: (f64, f64),
    open: Option<OpenPiece>,
    characters: usize,
}

struct Glyph<'a> {
    x: f64,
    base: f64,
    advance: f64,
    size: f64,
    text: &'a str,
}

struct OpenPiece {
    left: f64,
    /// The end of the last letter.
    right: f64,
    /// The end of the last letter or space.
    pen: f64,
    base: f64,
    size: f64,
    text: String,
    is_raised: bool,
    has_space: bool,
}

impl GlyphCollector {
    pub(super) fn into_pages(mut self) -> Vec<PdfPage> {
        self.close();
        self.pages
    }

    /// Begins a page of this size.
    pub(super) fn begin(&mut self, width: f64, height: f64) {
        self.close();
        self.pages.push(PdfPage { width: width as f32, height: height as f32, pieces: vec![] });
    }

    /// Adds a whole word of the page.
    pub(super) fn add_word(&mut self, x: f64, base: f64, advance: f64, size: f64, text: &str) {
        self.add(&Glyph { x, base, advance, size, text });
    }

    fn add(&mut self, glyph: &Glyph<'_>) {
        let is_space = glyph.text.trim().is_empty();
        if let Some(open) = self.open.as_mut().filter(|open| open.takes(glyph)) {
            if is_space {
                (open.has_space, open.pen) = (true, glyph.x + glyph.advance);
            } else {
                open.push(glyph);
            }
            return;
        }
        self.close();
        if !is_space {
            self.open = Some(OpenPiece::new(glyph));
        }
    }

    fn close(&mut self) {
        if let (Some(open), Some(page)) = (self.open.take(), self.pages.last_mut()) {
            page.pieces.push(open.into_piece());
        }
    }
}

impl OpenPiece {
    fn new(glyph: &Glyph<'_>) -> Self {
        let right = glyph.x + glyph.advance;
        Self {
            left: glyph.x,
            right,
            pen: right,
            base: glyph.base,
            size: glyph.size,
            text: glyph.text.to_owned(),
            is_raised: false,
            has_space: false,
        }
    }

    fn raises(&self, glyph: &Glyph<'_>) -> bool {
        let height = self.base - glyph.base;
        glyph.size < self.size * RAISED_SIZE
            && (self.size * 0.1..self.size * RAISED).contains(&height)
            && glyph.text.bytes().all(|byte| byte.is_ascii_digit())
    }

    fn takes(&self, glyph: &Glyph<'_>) -> bool {
        let size = self.size.max(glyph.size);
        let is_level = (glyph.base - self.base).abs() <= size * SAME_BASE;
        let gap = glyph.x - self.pen;
        (is_level || self.raises(glyph)) && (OVERLAP * size..WIDEST_GAP * size).contains(&gap)
    }

    fn push(&mut self, glyph: &Glyph<'_>) {
        let is_raised = self.raises(glyph);
        if self.has_space || glyph.x - self.pen > self.size.max(glyph.size) * SPACE {
            self.text.push(' ');
        }
        if is_raised && (!self.is_raised || self.has_space) {
            self.text.push('^');
        }
        self.text.push_str(glyph.text);
        self.right = glyph.x + glyph.advance;
        (self.pen, self.is_raised, self.has_space) = (self.right, is_raised, false);
    }

    fn into_piece(self) -> TextRun {
        TextRun {
            left: self.left as f32,
            right: self.right as f32,
            base: self.base as f32,
            size: self.size as f32,
            text: self.text,
        }
    }
}

impl OutputDev for GlyphCollector {
    fn begin_page(
        &mut self,
        _number: u32,
        media_box: &MediaBox,
        _art_box: Option<(f64, f64, f64, f64)>,
    ) -> Result<(), OutputError> {
        self.begin(media_box.urx - media_box.llx, media_box.ury - media_box.lly);
        self.corner = (media_box.llx, media_box.ury);
        Ok(())
    }

    fn end_page(&mut self) -> Result<(), OutputError> {
        self.close();
        Ok(())
    }

    fn output_character(
        &mut self,
        place: &Transform,
        width: f64,
        _spacing: f64,
        font_size: f64,
        text: &str,
    ) -> Result<(), OutputError> {
        self.characters += 1;
        if self.characters > limits::CHARACTERS {
            return Err(OutputError::IoError(io::Error::other("the file has too many characters")));
        }
        let (along, across) = (place.m11.hypot(place.m12), place.m21.hypot(place.m22));
        // Rotated words, as in the heads of wide tables, belong to no line.
        let is_level = place.m11 > 0.0 && place.m12.abs() < 0.05 * along;
        let glyph = Glyph {
            x: place.m31 - self.corner.0,
            base: self.corner.1 - place.m32,
            advance: width * font_size * along,
            size: font_size.abs() * across,
            text,
        };
        let is_usable = [glyph.x, glyph.base, glyph.advance, glyph.size].into_iter().all(f64::is_finite);
        if is_level && is_usable && !text.is_empty() {
            self.add(&glyph);
        }
        Ok(())
    }

    fn begin_word(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_word(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_line(&mut self) -> Result<(), OutputError> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(glyphs: &[(f64, f64, f64, &str)]) -> Vec<String> {
        let mut collector = GlyphCollector { pages: vec![PdfPage::default()], ..GlyphCollector::default() };
        for (x, base, size, text) in glyphs {
            collector.add(&Glyph { x: *x, base: *base, advance: 5.0, size: *size, text });
        }
        let pages = collector.into_pages();
        pages[0].pieces.iter().map(|piece| piece.text.clone()).collect()
    }

    #[test]
    fn gaps_are_spaces_and_wide_ones_begin_a_piece() {
        let line = [(0.0, 9.0, 10.0, "a"), (5.0, 9.0, 10.0, "b"), (12.0, 9.0, 10.0, "c"), (40.0, 9.0, 10.0, "d")];
        assert_eq!(pieces(&line), ["ab c", "d"]);
        let next_line = [(0.0, 9.0, 10.0, "a"), (5.0, 21.0, 10.0, "b")];
        assert_eq!(pieces(&next_line), ["a", "b"]);
        let spaced = [(0.0, 9.0, 10.0, "a"), (5.0, 9.0, 10.0, " "), (18.0, 9.0, 10.0, "b"), (23.0, 9.0, 10.0, " ")];
        assert_eq!(pieces(&spaced), ["a b"], "a justified line has wide spaces");
    }

    #[test]
    fn a_raised_digit_is_marked() {
        let index = [
            (0.0, 9.0, 10.0, "9"),
            (5.0, 9.0, 10.0, "7"),
            (10.0, 5.5, 6.0, "1"),
            (15.0, 5.5, 6.0, "2"),
            (20.0, 9.0, 10.0, ","),
        ];
        assert_eq!(pieces(&index), ["97^12,"]);
        let footnote = [(0.0, 9.0, 10.0, "a"), (5.0, 5.5, 6.0, "*")];
        assert_eq!(pieces(&footnote), ["a", "*"]);
    }
}
