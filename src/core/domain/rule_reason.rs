//! The reasons for the values of a draft.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The reason for one value of a draft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RuleReason {
    /// The field of the article, such as `in_force_date` or `deadlines`.
    pub field: String,
    /// The value, or the part of it, that the reason is about; `+1` raises the importance.
    pub value: String,
    pub rule: Rule,
    /// What the rule found: a word of the act, the kind of act, another act or a day; for `model`, its reason in
    /// Romanian.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The words of the act that the value rests on, in one line and shortened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
    /// The place of those words in the archived text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<TextPlace>,
}

/// A part of a text, in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TextPlace {
    pub start: usize,
    /// The character after the last one.
    pub end: usize,
}

/// The rule that gave a value; the UI owns its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// The act's heading gives the value.
    Heading,
    /// A clause on entry into force gives the day.
    ForceClause,
    /// The source gives the day.
    SourceDate,
    /// Laws and ordinances enter into force three days after publication (Legea nr. 24/2000, art. 12).
    ThreeDays,
    /// Other acts enter into force on publication (Legea nr. 24/2000, art. 12).
    OnPublication,
    /// The text names the day.
    NamedDay,
    /// The day is a term after entry into force or publication.
    CountedDay,
    /// The text gives a rule in words, from which no day follows.
    RuleInWords,
    /// Words of the topic, role or domain occur in the act.
    Keyword,
    /// No words of any topic occur.
    NoKeyword,
    /// The act changes one of the codes.
    ChangesCode,
    /// The kind of act.
    KindOfAct,
    /// Something must be done by a day.
    HasDeadline,
    /// The first of those days is near.
    DueSoon,
    /// The act approves, rejects or ratifies another one as it is, or binds no reader.
    NothingNew,
    /// The act binds readers: the detail is the word that does.
    BindsReaders,
    /// The act sets a fine or another sanction.
    SetsSanction,
    /// The act sets an amount, a rate or a percentage that readers pay or receive.
    SetsAmount,
    /// Many readers have one of the roles.
    ManyReaders,
    /// Nothing in the act is for a role or a topic.
    NoReaders,
    /// The text sets an amount, a percentage or another figure.
    Figure,
    /// The text changes another act.
    Operation,
    /// The language model chose it.
    Model,
}
