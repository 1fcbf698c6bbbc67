//! Where the provisions of an act begin.

use super::figure::ProvisionLevel;
use super::references::{follows, labelled, level_of, read_label};
use super::token::{TokenKind, Tokens};

/// The beginning of a provision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ProvisionMark {
    pub level: ProvisionLevel,
    pub label: String,
    pub at: usize,
    /// Whether it is an article or an amending point of the act itself, not of a text that it quotes.
    pub is_outer: bool,
    /// Whether it is a point that changes an act: one of the act itself, or of an ordinance that the act approves.
    pub is_amending: bool,
}

impl ProvisionMark {
    /// Whether the provision of `earlier` ends where this one begins.
    pub fn ends(&self, earlier: &Self) -> bool {
        use ProvisionLevel::{Annex, Article, Letter, Paragraph, Point};
        match (earlier.level, self.level) {
            (_, Annex) => true,
            (Annex, level) => level == Article && self.is_outer,
            (Article, Article) => self.is_outer || !earlier.is_outer,
            (Article, Point) => self.is_amending && !earlier.is_outer,
            (Point, Article) => self.is_outer || !earlier.is_amending,
            (Point, Point) => self.is_outer || !earlier.is_amending || (self.is_amending && !earlier.is_outer),
            (Point, Paragraph) => !earlier.is_amending,
            (Paragraph | Letter, Point) => self.is_amending,
            (Paragraph, Article | Paragraph) | (Letter, Article | Paragraph | Letter) => true,
            _ => false,
        }
    }

    pub fn reference(&self) -> String {
        let Self { level, label, .. } = self;
        match level {
            ProvisionLevel::Annex => format!("anexa nr. {label}"),
            ProvisionLevel::Article if label == "unic" => "articol unic".to_owned(),
            ProvisionLevel::Article => format!("art. {label}"),
            ProvisionLevel::Paragraph => format!("alin. ({label})"),
            ProvisionLevel::Letter => format!("lit. {label})"),
            _ => format!("pct. {label}"),
        }
    }
}

/// Finds where provisions begin.
pub(super) fn marks(text: &str) -> Vec<ProvisionMark> {
    let tokens = Tokens::new(text);
    let (mut marks, mut last_outer): (Vec<ProvisionMark>, Option<String>) = (Vec::new(), None);
    let (mut last_point, mut last_quoted, mut after_point) = (0, 0, None);
    for at in 0..tokens.len() {
        let starts = starts_unit(&tokens, at) || is_next_point(&tokens, at, last_point);
        let Some((level, label, end)) = mark_at(text, &tokens, at, starts) else { continue };
        let point: u32 = label.parse().ok().filter(|_| level == ProvisionLevel::Point).unwrap_or(0);
        // New points of the changed act follow each other, too.
        let is_quoted =
            is_new_text(&tokens, at) || (last_quoted > 0 && point == last_quoted + 1 && point != last_point + 1);
        let is_amending = level == ProvisionLevel::Point && amends(&tokens, end);
        let is_outer = !is_quoted
            && match level {
                // "2. Articolul II se modifică" names the article that it changes.
                ProvisionLevel::Article => Some(at) != after_point && follows(last_outer.as_deref(), &label),
                _ => is_amending && point > last_point,
            };
        if is_amending {
            after_point = Some(end);
        }
        match level {
            ProvisionLevel::Article if is_outer => (last_outer, last_point, last_quoted) = (Some(label.clone()), 0, 0),
            ProvisionLevel::Point if is_outer => (last_point, last_quoted) = (point, 0),
            ProvisionLevel::Point if is_quoted => last_quoted = point,
            _ => {}
        }
        marks.push(ProvisionMark { level, label, at: tokens.range(at, at + 1).start, is_outer, is_amending });
    }
    marks
}

/// Whether a place begins the new text of an operation: "cu următorul cuprins: Articolul 5 ...". What begins there
/// belongs to the act that is changed.
fn is_new_text(tokens: &Tokens, at: usize) -> bool {
    let is_quote = |at: usize| ['„', '"', '«'].into_iter().any(|sign| tokens.is_sign(at, sign));
    let before = (at.saturating_sub(2)..at).rev().find(|before| !is_quote(*before));
    before.is_some_and(|colon| colon > 0 && tokens.is_sign(colon, ':') && tokens.word(colon - 1) == "cuprins")
}

/// Whether the next point of an amending act begins here although nothing ends before it: the new text of the point
/// before may have no full stop.
fn is_next_point(tokens: &Tokens, at: usize, last: u32) -> bool {
    let is_index = at > 0 && tokens.is_sign(at - 1, '^');
    last > 0 && !is_index && tokens.whole(at) == Some(last + 1) && tokens.is_capital(at + 2) && amends(tokens, at + 2)
}

/// Whether a provision can begin at a place: at the start, after the end of a sentence or an item, or on a new line.
fn starts_unit(tokens: &Tokens, at: usize) -> bool {
    let Some(before) = at.checked_sub(1).and_then(|before| tokens.get(before)) else { return true };
    match &before.kind {
        TokenKind::Sign(sign) => {
            matches!(sign, '.' | ':' | ';' | '"' | '„' | '”' | '“' | '«' | '»' | '*' | '#' | ')' | 'ˮ')
        }
        _ => false,
    }
}

/// The provision that begins at a place: level, label and the place after the label. `starts`: whether a sentence or an
/// item ends before it.
fn mark_at(text: &str, tokens: &Tokens, at: usize, starts: bool) -> Option<(ProvisionLevel, String, usize)> {
    let place = tokens.get(at)?.range.start;
    let on_new_line = text[..place].trim_end_matches([' ', '\t', '*', '#', '>', '„', '"']).ends_with('\n');
    let starts = starts || on_new_line;
    let level = level_of(tokens.word(at));
    if let Some(level @ (ProvisionLevel::Article | ProvisionLevel::Annex)) = level {
        let (label, end) = labelled(tokens, level, at)?;
        let is_heading = !matches!(tokens.word(at), "anexele" | "articolele")
            && tokens.is_capital(at)
            && (starts || text[place..].starts_with(char::is_uppercase) && heads(tokens, end));
        return is_heading.then_some((level, label, end));
    }
    if tokens.is_sign(at, '(') {
        let (label, end) = read_label(tokens, ProvisionLevel::Paragraph, at)?;
        let is_own = !cites(tokens, at) && tokens.number(at + 1).is_some() && !tokens.is_joined(at);
        return is_own.then_some((ProvisionLevel::Paragraph, label, end));
    }
    let is_time = tokens.is_joined(at) && at > 0 && tokens.is_sign(at - 1, ':');
    if tokens.number(at).is_some() && starts && !is_time && !ends_abbreviation(tokens, at) {
        let (label, end) = read_label(tokens, ProvisionLevel::Point, at)?;
        let is_point = tokens.is_sign(end, '.') && tokens.is_joined(end) && !tokens.is_joined(end + 1);
        return is_point.then_some((ProvisionLevel::Point, label, end + 1));
    }
    let (label, end) = read_label(tokens, ProvisionLevel::Letter, at).filter(|_| starts)?;
    let is_letter = tokens.is_sign(end - 1, ')') && !tokens.is_sign(at, '(');
    is_letter.then_some((ProvisionLevel::Letter, label, end))
}

/// Whether the full stop before a number ends "art." or "nr.", whose label it is, and no sentence.
fn ends_abbreviation(tokens: &Tokens, at: usize) -> bool {
    let is_short = |word: &str| word == "nr" || level_of(word) == Some(ProvisionLevel::Article);
    at >= 2 && tokens.is_sign(at - 1, '.') && is_short(tokens.word(at - 2))
}

/// Whether an article begins after its label, although no sentence ends before it.
fn heads(tokens: &Tokens, end: usize) -> bool {
    tokens.is_sign(end, '(') && tokens.is_capital(end + 3)
}

/// Whether a number in brackets belongs to a reference: "alin. (1) și (2)".
fn cites(tokens: &Tokens, at: usize) -> bool {
    let Some(before) = at.checked_sub(1) else { return false };
    let words =
        ["si", "sau", "ori", "la", "respectiv", "alin", "alineatul", "alineatele", "alineatului", "alineatelor"];
    let of_paragraph = tokens.is_sign(before, '.') && tokens.word(before.saturating_sub(1)) == "alin";
    let in_list =
        (tokens.is_sign(before, ',') || tokens.is_sign(before, '-')) && tokens.is_sign(before.saturating_sub(1), ')');
    of_paragraph || in_list || words.contains(&tokens.word(before))
}

/// Whether a point of an amending act says what it does to another act.
fn amends(tokens: &Tokens, at: usize) -> bool {
    let words = [
        "la", "dupa", "articolul", "articolele", "alineatul", "alineatele", "litera", "literele", "anexa", "anexele",
        "titlul", "capitolul", "in", "punctul", "sintagma", "denumirea", "art",
    ];
    words.contains(&tokens.word(at))
}
