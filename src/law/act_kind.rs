//! Kinds of acts and the words for them, in every form.

use std::fmt;

use serde::{Serialize, Serializer};

use super::cursor::Cursor;
use super::language::Language;

/// A kind of act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ActKind {
    Law,
    EmergencyOrdinance,
    Ordinance,
    GovernmentDecision,
    /// A decision ("hotărâre") of another body: a chamber, a council, a court.
    Resolution,
    Order,
    Decision,
    Decree,
    DecreeLaw,
    Constitution,
    /// Acts that another act approves: rules, procedures, regulations, instructions.
    Norms,
    Methodology,
    Regulation,
    Procedure,
    Instructions,
    Guide,
    Statute,
    Correction,
    Circular,
    EuRegulation,
    EuDirective,
    EuDecision,
}

impl ActKind {
    const ALL: [Self; 22] = [
        Self::Law,
        Self::EmergencyOrdinance,
        Self::Ordinance,
        Self::GovernmentDecision,
        Self::Resolution,
        Self::Order,
        Self::Decision,
        Self::Decree,
        Self::DecreeLaw,
        Self::Constitution,
        Self::Norms,
        Self::Methodology,
        Self::Regulation,
        Self::Procedure,
        Self::Instructions,
        Self::Guide,
        Self::Statute,
        Self::Correction,
        Self::Circular,
        Self::EuRegulation,
        Self::EuDirective,
        Self::EuDecision,
    ];

    /// The name in capitals, as in `domain::act::Act`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Law => "LEGE",
            Self::EmergencyOrdinance => "OUG",
            Self::Ordinance => "OG",
            Self::GovernmentDecision => "HG",
            Self::Resolution => "HOTĂRÂRE",
            Self::Order => "ORDIN",
            Self::Decision => "DECIZIE",
            Self::Decree => "DECRET",
            Self::DecreeLaw => "DECRET-LEGE",
            Self::Constitution => "CONSTITUȚIE",
            Self::Norms => "NORMĂ",
            Self::Methodology => "METODOLOGIE",
            Self::Regulation => "REGULAMENT",
            Self::Procedure => "PROCEDURĂ",
            Self::Instructions => "INSTRUCȚIUNI",
            Self::Guide => "GHID",
            Self::Statute => "STATUT",
            Self::Correction => "RECTIFICARE",
            Self::Circular => "CIRCULARĂ",
            Self::EuRegulation => "REGULAMENT UE",
            Self::EuDirective => "DIRECTIVĂ UE",
            Self::EuDecision => "DECIZIE UE",
        }
    }

    /// The kind with this name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The word before the number of an act in a citation: `Legea`, `GEO`.
    pub fn title(self, language: Language) -> &'static str {
        let (ro, en) = match self {
            Self::Law => ("Legea", "Law"),
            Self::EmergencyOrdinance => ("OUG", "GEO"),
            Self::Ordinance => ("OG", "GO"),
            Self::GovernmentDecision => ("HG", "Government Decision"),
            Self::Order => ("Ordinul", "Order"),
            Self::Decision => ("Decizia", "Decision"),
            Self::EuRegulation => ("Regulamentul (UE)", "Regulation (EU)"),
            Self::EuDirective => ("Directiva (UE)", "Directive (EU)"),
            other => (other.name(), other.name()),
        };
        language.pick(ro, en)
    }

    pub fn is_european(self) -> bool {
        matches!(self, Self::EuRegulation | Self::EuDirective | Self::EuDecision)
    }

    /// Whether several issuers number acts of this kind, so that number and year do not identify one.
    pub fn needs_issuer(self) -> bool {
        !matches!(
            self,
            Self::Law
                | Self::EmergencyOrdinance
                | Self::Ordinance
                | Self::Decree
                | Self::DecreeLaw
                | Self::GovernmentDecision
                | Self::Constitution
        ) && !self.is_european()
    }

    /// The issuer that the kind implies.
    pub fn issuer(self) -> Option<&'static str> {
        match self {
            Self::Law | Self::Constitution => Some("Parlamentul"),
            Self::EmergencyOrdinance | Self::Ordinance | Self::GovernmentDecision => Some("Guvernul"),
            Self::Decree => Some("Președintele României"),
            _ => None,
        }
    }
}

impl fmt::Display for ActKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for ActKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// A word for a kind that was read.
#[derive(Debug, Clone, Copy)]
pub(super) struct KindWord {
    pub kind: ActKind,
    /// The issuer that an abbreviation such as OPANAF implies.
    pub issuer: Option<&'static str>,
    /// Whether the word is a plural, after which a list of numbers may come.
    pub plural: bool,
    /// Whether a name or an issuer may stand between the kind and the number.
    pub takes_name: bool,
}

/// Words for the kinds: a stem, its endings, the kind, and whether the endings are those of a plural.
const STEMS: [(&str, &[&str], ActKind, bool); 20] = [
    ("ordonant", &["a de urgenta", "ei de urgenta"], ActKind::EmergencyOrdinance, false),
    ("ordonant", &["ele de urgenta", "elor de urgenta", "e de urgenta"], ActKind::EmergencyOrdinance, true),
    ("ordonant", &["a", "ei"], ActKind::Ordinance, false),
    ("ordonant", &["ele", "elor", "e"], ActKind::Ordinance, true),
    ("lege", &["a-cadru", "-cadru", "a", ""], ActKind::Law, false),
    ("legi", &["i-cadru", "i"], ActKind::Law, false),
    ("legi", &["le", "lor"], ActKind::Law, true),
    ("hotarar", &["ea", "ii", "e"], ActKind::Resolution, false),
    ("hotarir", &["ea", "ii", "e"], ActKind::Resolution, false),
    ("hotarar", &["ile", "ilor"], ActKind::Resolution, true),
    ("ordin", &["ul", "ului", ""], ActKind::Order, false),
    ("ordin", &["ele", "elor"], ActKind::Order, true),
    ("decret", &["ul-lege", "ului-lege", "-lege", "ul - lege"], ActKind::DecreeLaw, false),
    ("decret", &["ele-lege", "elor-lege"], ActKind::DecreeLaw, true),
    ("decret", &["ul", "ului", ""], ActKind::Decree, false),
    ("decret", &["ele", "elor"], ActKind::Decree, true),
    ("decizi", &["a", "ei", "e"], ActKind::Decision, false),
    ("decizi", &["ile", "ilor"], ActKind::Decision, true),
    ("instructiuni", &["le", "lor"], ActKind::Instructions, true),
    ("rectificar", &["ea", "ii"], ActKind::Correction, false),
];

/// English words for the kinds, folded. Readers search with them, and English texts have them.
pub const ENGLISH: [(&str, ActKind); 16] = [
    ("government emergency ordinance", ActKind::EmergencyOrdinance),
    ("emergency government ordinance", ActKind::EmergencyOrdinance),
    ("emergency ordinance", ActKind::EmergencyOrdinance),
    ("geo", ActKind::EmergencyOrdinance),
    ("government ordinance", ActKind::Ordinance),
    ("ordinance", ActKind::Ordinance),
    ("go", ActKind::Ordinance),
    ("government decision", ActKind::GovernmentDecision),
    ("gd", ActKind::GovernmentDecision),
    ("law", ActKind::Law),
    ("laws", ActKind::Law),
    ("order", ActKind::Order),
    ("decision", ActKind::Decision),
    ("decree", ActKind::Decree),
    ("regulation", ActKind::EuRegulation),
    ("directive", ActKind::EuDirective),
];

/// Abbreviations, with the kind and the issuer that each implies.
const SHORT: [(&str, ActKind, Option<&str>); 19] = [
    ("o.u.g.", ActKind::EmergencyOrdinance, None),
    ("o. u. g.", ActKind::EmergencyOrdinance, None),
    ("oug", ActKind::EmergencyOrdinance, None),
    ("o.g.", ActKind::Ordinance, None),
    ("o. g.", ActKind::Ordinance, None),
    ("og", ActKind::Ordinance, None),
    ("h.g.", ActKind::GovernmentDecision, None),
    ("h. g.", ActKind::GovernmentDecision, None),
    ("hg", ActKind::GovernmentDecision, None),
    ("opanaf", ActKind::Order, Some("președintele Agenției Naționale de Administrare Fiscală")),
    ("o.p.a.n.a.f.", ActKind::Order, Some("președintele Agenției Naționale de Administrare Fiscală")),
    ("omfp", ActKind::Order, Some("ministrul finanțelor publice")),
    ("omf", ActKind::Order, Some("ministrul finanțelor")),
    ("o.m.f.p.", ActKind::Order, Some("ministrul finanțelor publice")),
    ("o.m.f.", ActKind::Order, Some("ministrul finanțelor")),
    ("omadr", ActKind::Order, Some("ministrul agriculturii și dezvoltării rurale")),
    ("l.", ActKind::Law, None),
    ("hp", ActKind::Decision, Some("Înalta Curte de Casație și Justiție")),
    ("ril", ActKind::Decision, Some("Înalta Curte de Casație și Justiție")),
];

/// Reads the word for a kind, with "a Guvernului" where it follows.
pub(super) fn read_kind(cursor: &mut Cursor<'_>) -> Option<KindWord> {
    cursor.attempt(|cursor| {
        let initial = cursor.peek()?.to_ascii_lowercase();
        if let Some((_, kind, issuer)) = SHORT.into_iter().find(|(word, ..)| {
            word.as_bytes()[0] == initial && if word.ends_with('.') { cursor.text(word) } else { cursor.word(&[word]) }
        }) {
            return Some(KindWord { kind, issuer, plural: false, takes_name: false });
        }
        let stems = STEMS.into_iter().filter(|(stem, ..)| stem.as_bytes()[0] == initial);
        let (_, _, kind, plural) = stems.into_iter().find(|(stem, endings, ..)| {
            let ending = cursor.attempt(|cursor| {
                let stem = cursor.text(stem);
                // The empty ending needs the boundary too.
                (stem && (cursor.word(endings) || endings.contains(&"") && ends_word(cursor))).then_some(())
            });
            ending.is_some()
        })?;
        let kind = read_government(cursor, kind);
        Some(KindWord { kind, issuer: None, plural, takes_name: true })
    })
}

fn ends_word(cursor: &Cursor<'_>) -> bool {
    !cursor.peek().is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// Reads "a Guvernului", which turns a resolution into a decision of the Government.
fn read_government(cursor: &mut Cursor<'_>, kind: ActKind) -> ActKind {
    let government = cursor.attempt(|cursor| {
        cursor.spaces();
        cursor.word(&["a guvernului", "guvernului", "ale guvernului"]).then_some(())
    });
    match (government, kind) {
        (Some(()), ActKind::Resolution) => ActKind::GovernmentDecision,
        _ => kind,
    }
}

/// The kinds that another act approves, by the first word of a heading.
pub(super) fn read_approved_kind(cursor: &mut Cursor<'_>) -> Option<ActKind> {
    const WORDS: [(&str, ActKind); 22] = [
        ("norme metodologice", ActKind::Norms),
        ("normele metodologice", ActKind::Norms),
        ("norma", ActKind::Norms),
        ("norme", ActKind::Norms),
        ("normele", ActKind::Norms),
        ("metodologie", ActKind::Methodology),
        ("metodologia", ActKind::Methodology),
        ("regulament", ActKind::Regulation),
        ("regulamentul", ActKind::Regulation),
        ("procedura", ActKind::Procedure),
        ("procedurii", ActKind::Procedure),
        ("instructiune", ActKind::Instructions),
        ("instructiunea", ActKind::Instructions),
        ("instructiuni", ActKind::Instructions),
        ("ghid", ActKind::Guide),
        ("ghidul", ActKind::Guide),
        ("statut", ActKind::Statute),
        ("statutul", ActKind::Statute),
        ("rectificare", ActKind::Correction),
        ("rectificarea", ActKind::Correction),
        ("circulara", ActKind::Circular),
        ("circular", ActKind::Circular),
    ];
    WORDS.into_iter().find(|(word, _)| cursor.word(&[word])).map(|(_, kind)| kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_found_by_its_name() {
        for kind in ActKind::ALL {
            assert_eq!(ActKind::of_name(kind.name()), Some(kind));
        }
        assert_eq!(ActKind::of_name("ANUNȚ APIA"), None);
    }
}
