//! Cleans texts of the web service: removes the marks of the portal's pages and repairs letters.

use crate::domain::text;

/// The beginning of a script that some texts contain.
const SCRIPT: &str = "if (navigator.appVersion";
/// More bytes than that script has.
const MAX_SCRIPT: usize = 400;
/// Spaces in a row that stand for the end of a paragraph.
const PARAGRAPH_SPACES: usize = 4;

/// The text with one paragraph on each line.
///
/// Removes fold marks (` + ` before articles, `...` after paragraphs), the dashes at the end and invisible characters.
/// Keeps rows of more than three dots, which stand for unchanged text in an amending act.
pub(super) fn paragraphs(raw: &str) -> String {
    let text = without_script(&letters(raw));
    let mut cleaned = String::with_capacity(text.len());
    let mut rest = text.trim();
    let mut is_break = false;
    while !rest.is_empty() {
        let word_end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let (word, after) = rest.split_at(word_end);
        let next = after.trim_start();
        let gap = &after[..after.len() - next.len()];
        let is_mark = matches!(word, "+" | "...") && (is_break || ends_paragraph(gap));
        if !is_mark {
            if !cleaned.is_empty() {
                cleaned.push(if is_break { '\n' } else { ' ' });
            }
            cleaned.push_str(word);
        }
        is_break = ends_paragraph(gap) || (is_mark && is_break);
        rest = next;
    }
    let end = cleaned.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '-' | '_')).len();
    cleaned.truncate(end);
    cleaned
}

/// The text in one line.
pub(super) fn line(raw: &str) -> String {
    letters(raw).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn ends_paragraph(gap: &str) -> bool {
    gap.contains('\n') || gap.chars().count() >= PARAGRAPH_SPACES
}

/// The text in composed form with comma-below letters, and without hidden characters.
pub(super) fn letters(raw: &str) -> String {
    let visible: String = raw.chars().filter(|c| c.is_whitespace() || !text::is_hidden(*c)).collect();
    let composed = text::composed(&visible).unwrap_or(visible);
    text::comma_below(&composed).unwrap_or(composed)
}

fn without_script(text: &str) -> String {
    let (mut kept, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(start) = rest.find(SCRIPT) {
        let limit = rest.floor_char_boundary(start + MAX_SCRIPT);
        let end = rest[start..limit].rfind('}').map_or(start + SCRIPT.len(), |at| start + at + 1);
        kept.push_str(&rest[..start]);
        kept.push(' ');
        rest = &rest[end..];
    }
    kept + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_the_page_are_left_out_and_paragraphs_kept() {
        let raw = "\u{feff} LEGE nr. 87 din 28 mai 2026  pentru  OUG nr. 1/2006     EMITENT     PARLAMENTUL   \n\t\t\u{a0}+\u{a0}\n\t Articolul 1      Plata \u{200b}se face.\n\t ...\n\t +\n\t Articolul 2     a + b\u{ad}     -----  ";
        let expected = "LEGE nr. 87 din 28 mai 2026 pentru OUG nr. 1/2006\nEMITENT\nPARLAMENTUL\nArticolul 1\nPlata se face.\nArticolul 2\na + b";
        assert_eq!(paragraphs(raw), expected);
        assert_eq!(paragraphs(&paragraphs(raw)), expected);
    }

    #[test]
    fn rows_of_dots_are_kept_and_scripts_removed() {
        assert_eq!(paragraphs("alin. (1)     ..........     (3) text"), "alin. (1)\n..........\n(3) text");
        let script = "a     if (navigator.appVersion.indexOf(\"MSIE\") != -1) { x(); }     b";
        assert_eq!(paragraphs(script), "a\nb");
        assert_eq!(paragraphs(&SCRIPT.repeat(100_000)), "");
    }

    #[test]
    fn letters_with_cedilla_and_separate_accents_are_repaired() {
        assert_eq!(line(" Şoseaua\u{a0}\n naţiunii a\u{306} "), "Șoseaua națiunii ă");
    }
}
