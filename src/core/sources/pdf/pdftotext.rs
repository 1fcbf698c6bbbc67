//! Words and their places as poppler's `pdftotext -bbox` writes them, for files that the built-in reader cannot read.

use std::os::unix::process::CommandExt;
use std::process::Command;

use super::glyphs::GlyphCollector;
use super::page::PdfPage;
use super::{limits, sandbox};

/// The part of a word's box above the base of its letters.
const ABOVE_BASE: f64 = 0.78;

/// Limits and restricts this process and becomes pdftotext, which reads the standard input. Returns only when that fails.
pub fn become_pdftotext() -> std::io::Error {
    sandbox::be_ended_first();
    let limited = limits::apply();
    sandbox::deny_network();
    match limited {
        Ok(()) => Command::new("pdftotext").args(["-q", "-bbox", "-", "-"]).exec(),
        Err(error) => error.into(),
    }
}

/// The pages in the output, which has one element on each line.
pub(super) fn pages(output: &str) -> Vec<PdfPage> {
    let mut collector = GlyphCollector::default();
    for line in output.lines().map(str::trim_start) {
        if line.starts_with("<page ") {
            let size = (number(line, "width"), number(line, "height"));
            collector.begin(size.0.unwrap_or_default(), size.1.unwrap_or_default());
        } else if line.starts_with("<word ") {
            add_word(&mut collector, line);
        }
    }
    collector.into_pages()
}

fn add_word(collector: &mut GlyphCollector, line: &str) -> Option<()> {
    let (left, right) = (number(line, "xMin")?, number(line, "xMax")?);
    let (top, bottom) = (number(line, "yMin")?, number(line, "yMax")?);
    let (_, rest) = line.split_once('>')?;
    let (word, _) = rest.rsplit_once("</word>")?;
    let height = bottom - top;
    collector.add_word(left, top + height * ABOVE_BASE, right - left, height * ABOVE_BASE, &letters(word));
    Some(())
}

/// The value of an attribute.
fn number(line: &str, name: &str) -> Option<f64> {
    let (_, rest) = line.split_once(&format!("{name}=\""))?;
    rest.split('"').next()?.parse().ok().filter(|number: &f64| number.is_finite())
}

fn letters(word: &str) -> String {
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")];
    entities.into_iter().fold(word.to_owned(), |word, (entity, letter)| word.replace(entity, letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_line_become_a_piece() {
        let output = "<doc>\n  <page width=\"595.000000\" height=\"842.000000\">\n\
            <word xMin=\"56.0\" yMin=\"50.0\" xMax=\"80.0\" yMax=\"60.0\">Legea</word>\n\
            <word xMin=\"83.0\" yMin=\"50.0\" xMax=\"99.0\" yMax=\"60.0\">A&amp;B</word>\n\
            <word xMin=\"310.0\" yMin=\"50.0\" xMax=\"330.0\" yMax=\"60.0\">(1)</word>\n  </page>\n</doc>";
        let pages = pages(output);
        assert_eq!((pages.len(), pages[0].width), (1, 595.0));
        let texts: Vec<_> = pages[0].pieces.iter().map(|piece| piece.text.as_str()).collect();
        assert_eq!(texts, ["Legea A&B", "(1)"]);
    }
}
