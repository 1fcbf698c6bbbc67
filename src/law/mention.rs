//! Mentions: the pieces of a text that have a meaning, with their places.

use std::fmt;

use jiff::civil::Date;
use serde::Serialize;

use super::amount::Figure;
use super::citation::CitedAct;
use super::deadline::{PeriodMention, TermMention, UntilMention};
use super::force::{ForceRule, ForceSubject};
use super::gazette_reference::GazetteMention;
use super::moment::Moment;
use super::part::ActPart;
use super::phrase::{CitedForm, DerogationKind, Operation};
use super::portal_note::PortalNote;
use super::provision::Provision;
use super::reference::ActReference;

/// A piece of a text with its meaning.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Mention {
    /// Offset of the first byte in the original text.
    pub start: usize,
    /// Offset after the last byte.
    pub end: usize,
    /// The piece as written.
    pub text: String,
    /// The part of the act that holds it.
    #[serde(rename = "in", skip_serializing_if = "ActPart::is_own")]
    pub part: ActPart,
    #[serde(flatten)]
    pub value: MentionValue,
}

/// The meaning of a mention.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum MentionValue {
    Citation(CitedAct),
    Provision {
        provision: Provision,
        /// The act of the provision, if the text names it; otherwise this act, or the one that a quoted text changes.
        #[serde(skip_serializing_if = "Option::is_none")]
        of: Option<CitedAct>,
    },
    Gazette(GazetteMention),
    PortalNote(Box<PortalNote>),
    Operation(Operation),
    Derogation {
        derogation: DerogationKind,
    },
    CitedForm(CitedForm),
    /// "aprobată prin": the next citation approves the one before.
    Approval {
        with_changes: bool,
    },
    EntryIntoForce {
        #[serde(flatten)]
        rule: ForceRule,
        subject: ForceSubject,
        /// The act that the subject names.
        #[serde(skip_serializing_if = "ActReference::is_unnamed")]
        act: ActReference,
        /// The provisions of this act that the clause is about, if it is not about the whole act.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        provisions: Vec<Provision>,
    },
    Term(TermMention),
    Until(UntilMention),
    From {
        #[serde(flatten)]
        moment: Moment,
        /// Whether a rule applies from then on, which differs from an entry into force.
        applies: bool,
    },
    Period(PeriodMention),
    Date {
        date: Date,
    },
    /// A month, a half-year or a quarter that stands by itself.
    Time {
        #[serde(flatten)]
        moment: Moment,
    },
    Figure(Figure),
    /// A row of dots: text that is left out.
    Gap,
}

impl MentionValue {
    /// The name of the kind in JSON.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Citation(_) => "citation",
            Self::Provision { .. } => "provision",
            Self::Gazette(_) => "gazette",
            Self::PortalNote(_) => "portal_note",
            Self::Operation(_) => "operation",
            Self::Derogation { .. } => "derogation",
            Self::CitedForm(_) => "cited_form",
            Self::Approval { .. } => "approval",
            Self::EntryIntoForce { .. } => "entry_into_force",
            Self::Term(_) => "term",
            Self::Until(_) => "until",
            Self::From { .. } => "from",
            Self::Period(_) => "period",
            Self::Date { .. } => "date",
            Self::Time { .. } => "time",
            Self::Figure(_) => "figure",
            Self::Gap => "gap",
        }
    }
}

/// The value in short, for tables.
impl fmt::Display for MentionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Citation(act) => write!(f, "{act}"),
            Self::Provision { provision, of: Some(act) } => write!(f, "{provision}, {act}"),
            Self::Provision { provision, of: None } => write!(f, "{provision}"),
            Self::Gazette(mention) => write!(f, "{} of {}", mention.gazette.number, mention.gazette.date),
            Self::PortalNote(note) => write!(f, "{} {}", note.effective, word(&note.change)),
            Self::Operation(operation) => f.write_str(&word(&operation.operation)),
            Self::Derogation { derogation } => f.write_str(&word(derogation)),
            Self::CitedForm(form) => f.write_str(if form.republished { "republished" } else { "amended" }),
            Self::Approval { with_changes } => f.write_str(if *with_changes { "with changes" } else { "unchanged" }),
            Self::EntryIntoForce { rule, .. } => match rule {
                ForceRule::On { moment } => f.write_str(&moment_text(moment)),
                ForceRule::After { length, after, .. } => write!(f, "{length} after {}", word(after)),
                ForceRule::OnEvent => f.write_str("with an event"),
                ForceRule::With => f.write_str("with another act"),
            },
            Self::Term(term) => write!(f, "{}", term.length),
            Self::Until(until) => f.write_str(&moment_text(&until.moment)),
            Self::From { moment, .. } | Self::Time { moment } => f.write_str(&moment_text(moment)),
            Self::Period(period) => write!(f, "{} to {}", moment_text(&period.from), moment_text(&period.to)),
            Self::Date { date } => write!(f, "{date}"),
            Self::Figure(figure) => write!(f, "{figure}"),
            Self::Gap => Ok(()),
        }
    }
}

/// The day, month or year of a moment, or the name of its kind.
fn moment_text(moment: &Moment) -> String {
    match moment {
        Moment::Date { date } => date.to_string(),
        Moment::Month { month, year: Some(year), .. } => format!("{year}-{month:02}"),
        Moment::Year { year, .. } => year.to_string(),
        other => match serde_json::to_value(other) {
            Ok(value) => value["moment"].as_str().unwrap_or_default().replace('_', " "),
            Err(_) => String::new(),
        },
    }
}

/// The name of a value without fields, as in JSON but with spaces.
fn word(value: &impl Serialize) -> String {
    let value = serde_json::to_value(value).ok();
    value.and_then(|value| value.as_str().map(|word| word.replace('_', " "))).unwrap_or_default()
}
