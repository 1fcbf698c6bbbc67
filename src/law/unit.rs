//! Units of an act: the words for articles, paragraphs, letters and points, in every form.

use serde::Serialize;

use super::cursor::Cursor;
use super::label::{Label, LabelBase, read_number, read_roman};

/// A kind of provision, from the outermost to the innermost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    Annex,
    Part,
    Book,
    Title,
    Chapter,
    Section,
    Article,
    Paragraph,
    Letter,
    Point,
    Subpoint,
    /// An item that begins with a dash ("liniuță").
    Dash,
    /// A sentence of a paragraph ("teză").
    Sentence,
    /// The words before the first letter or point ("partea introductivă").
    Introduction,
}

impl Unit {
    /// The usual word before the label, which can be read back.
    pub fn abbreviation(self) -> &'static str {
        match self {
            Self::Annex => "anexa",
            Self::Part => "partea",
            Self::Book => "cartea",
            Self::Title => "titlul",
            Self::Chapter => "cap.",
            Self::Section => "secțiunea",
            Self::Article => "art.",
            Self::Paragraph => "alin.",
            Self::Letter => "lit.",
            Self::Point => "pct.",
            Self::Subpoint => "subpct.",
            Self::Dash => "liniuța",
            Self::Sentence => "teza",
            Self::Introduction => "partea introductivă",
        }
    }

    /// The signs before and after each label.
    pub fn signs(self) -> (&'static str, &'static str) {
        match self {
            Self::Annex => ("nr. ", ""),
            Self::Paragraph => ("(", ")"),
            Self::Letter => ("", ")"),
            Self::Dash | Self::Sentence => ("a ", "-a"),
            _ => ("", ""),
        }
    }
}

/// A unit word that was read.
pub(super) struct FoundUnit {
    pub unit: Unit,
    /// A label that stands before the word: "prima liniuță".
    pub label: Option<Label>,
    /// Whether the word alone names a provision.
    pub stands_alone: bool,
}

/// Reads the word for a unit and the spaces after it.
pub(super) fn read_unit(cursor: &mut Cursor<'_>) -> Option<FoundUnit> {
    cursor.attempt(|cursor| {
        let label = read_leading_ordinal(cursor);
        let word = cursor.take_while(|byte| byte.is_ascii_alphabetic())?;
        let unit = unit_of(word)?;
        if label.is_some() && !matches!(unit, Unit::Dash | Unit::Sentence | Unit::Paragraph) {
            return None;
        }
        cursor.byte(b'.');
        cursor.spaces();
        let introduction = unit == Unit::Part && cursor.word(&["introductiva", "introductive"]);
        let unit = if introduction { Unit::Introduction } else { unit };
        let label = label.map(Label::arabic);
        let is_annex = unit == Unit::Annex && word.len() > 4 && word.to_ascii_lowercase().ends_with(['a', 'i']);
        Some(FoundUnit { unit, stands_alone: introduction || is_annex, label })
    })
}

pub(super) fn unit_of(word: &str) -> Option<Unit> {
    let mut letters = [0; 12];
    let lower = letters.get_mut(..word.len())?;
    lower.copy_from_slice(word.as_bytes());
    lower.make_ascii_lowercase();
    Some(match &*lower {
        b"art" | b"articol" | b"articolul" | b"articolului" | b"articolele" | b"articolelor" | b"articole" => {
            Unit::Article
        }
        b"alin" | b"alineat" | b"alineatul" | b"alineatului" | b"alineatele" | b"alineatelor" | b"alineate" => {
            Unit::Paragraph
        }
        b"lit" | b"litera" | b"literei" | b"literele" | b"literelor" | b"litere" => Unit::Letter,
        b"pct" | b"punct" | b"punctul" | b"punctului" | b"punctele" | b"punctelor" | b"puncte" => Unit::Point,
        b"subpct" | b"subpunctul" | b"subpunctului" | b"subpunctele" | b"subpunctelor" | b"subpuncte" => Unit::Subpoint,
        b"liniuta" | b"liniutei" | b"liniutele" | b"liniutelor" | b"liniute" => Unit::Dash,
        b"teza" | b"tezei" | b"tezele" | b"tezelor" | b"teze" => Unit::Sentence,
        b"anexa" | b"anexei" | b"anexele" | b"anexelor" | b"anexe" => Unit::Annex,
        b"cap" | b"capitolul" | b"capitolului" | b"capitolele" | b"capitolelor" | b"capitol" | b"capitole" => {
            Unit::Chapter
        }
        b"sectiunea" | b"sectiunii" | b"sectiunile" | b"sectiunilor" | b"sect" | b"sectiune" | b"sectiuni" => {
            Unit::Section
        }
        b"titlul" | b"titlului" | b"titlurile" | b"titlurilor" | b"titlu" | b"titluri" => Unit::Title,
        b"cartea" | b"cartii" => Unit::Book,
        b"partea" | b"partii" => Unit::Part,
        _ => return None,
    })
}

/// Reads "prima ", "a doua " or "a 2-a " before a dash, a sentence or a paragraph.
fn read_leading_ordinal(cursor: &mut Cursor<'_>) -> Option<u32> {
    cursor.attempt(|cursor| {
        let first = cursor.word(&["prima", "primul"]);
        let number = if first { Some(1) } else { read_ordinal_word(cursor) };
        cursor.spaces();
        number
    })
}

const ORDINALS: [(&str, u32); 20] = [
    ("a doua", 2),
    ("a treia", 3),
    ("a patra", 4),
    ("a cincea", 5),
    ("a sasea", 6),
    ("a saptea", 7),
    ("a opta", 8),
    ("a noua", 9),
    ("a zecea", 10),
    ("intai", 1),
    ("al doilea", 2),
    ("al treilea", 3),
    ("al patrulea", 4),
    ("al cincilea", 5),
    ("al saselea", 6),
    ("al saptelea", 7),
    ("al optulea", 8),
    ("al noualea", 9),
    ("al zecelea", 10),
    ("intaia", 1),
];

fn read_ordinal_word(cursor: &mut Cursor<'_>) -> Option<u32> {
    ORDINALS.into_iter().find(|(word, _)| cursor.word(&[word])).map(|(_, number)| number)
}

/// Reads `I`, `1`, `a 2-a`, `a II-a`, `a doua` or `intai`.
pub(super) fn read_ordinal(cursor: &mut Cursor<'_>) -> Option<Label> {
    if let Some(number) = read_ordinal_word(cursor) {
        return Some(Label::arabic(number));
    }
    let with_article = cursor.attempt(|cursor| {
        let article = cursor.text("a ");
        let label = article.then(|| read_roman(cursor).or_else(|| read_number(cursor))).flatten()?;
        cursor.text("-a").then(|| in_digits(label))
    });
    with_article.or_else(|| {
        cursor.attempt(|cursor| {
            let label = read_roman(cursor).or_else(|| read_number(cursor))?;
            let ends = !cursor.peek().is_some_and(|byte| byte.is_ascii_alphanumeric());
            ends.then_some(label)
        })
    })
}

/// The same ordinal with an arabic number: "teza XII" is "teza a 12-a".
pub(super) fn in_digits(label: Label) -> Label {
    match label.number() {
        Some(number) => Label { base: LabelBase::Arabic(number), ..label },
        None => label,
    }
}
