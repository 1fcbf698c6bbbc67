//! The importance of an act, from what it does: each step with its reason.

use jiff::civil::Date;

use super::classify::NamedByWords;
use super::dates::Days;
use super::purpose::ActPurpose;
use super::reading::ActReading;
use super::role_words::{DUTIES, SANCTIONS};
use super::words::{WeighedWords, has, has_any};
use crate::domain::act::Act;
use crate::domain::rule_reason::Rule;
use crate::domain::text::fold;
use crate::domain::{AudienceRole, EntryKind, Language};
use paragraf_law::amount::FigureUnit;
use paragraf_law::codes;
use paragraf_law::part::ActPart;
use paragraf_law::{Mention, MentionValue};

/// The acts with most duties of readers: the codes of tax, tax procedure and labour, and the Civil Code.
const CODES: [&str; 4] = ["Codul fiscal", "Codul de procedură fiscală", "Codul muncii", "Codul civil"];
/// The highest level that rules suggest. An urgent change mails every reader, which only a person decides.
const HIGHEST: u8 = 4;
/// Days within which a deadline is near.
const NEAR: i32 = 60;
/// Roles that many readers have.
const MANY: [AudienceRole; 6] = [
    AudienceRole::Consumer,
    AudienceRole::Employee,
    AudienceRole::CarOwner,
    AudienceRole::HomeOwner,
    AudienceRole::Pensioner,
    AudienceRole::Company,
];

/// What the other rules found.
pub(super) struct ImportanceFacts<'a> {
    pub(super) purpose: ActPurpose,
    pub(super) words: &'a WeighedWords,
    pub(super) changed: &'a [Act],
    pub(super) days: &'a Days,
    pub(super) today: Date,
    pub(super) named: &'a NamedByWords,
}

/// The suggested level. An act that leaves nothing new to do is trivial, and one for no role and no topic minor.
pub(super) fn suggest(reading: &mut ActReading<'_>, found: &ImportanceFacts<'_>) -> u8 {
    if found.purpose.is_nothing_new() {
        reading.detail("importance", 1, Rule::NothingNew, found.purpose.words());
        // A treaty of which readers are named decides, in time, what they pay.
        let is_for_readers = found.purpose == ActPurpose::Ratifies && !found.named.roles.is_empty();
        if is_for_readers {
            reading.detail("importance", "+1", Rule::BindsReaders, found.purpose.words());
        }
        return 1 + u8::from(is_for_readers);
    }
    let kind = reading.source.act.kind.clone();
    let base = match kind.as_str() {
        "DECRET" | "DECIZIE" | "HOTĂRÂRE" => 1,
        _ => 2,
    };
    reading.detail("importance", base, Rule::KindOfAct, kind);
    let is_for_readers = found.named.topic.is_some() || !found.named.roles.is_empty();
    if !is_for_readers {
        reading.reason("importance", "+0", Rule::NoReaders);
        return base;
    }
    let mut level = base;
    for (rule, detail) in steps(reading, found) {
        level += 1;
        reading.detail("importance", "+1", rule, detail);
    }
    level.min(HIGHEST)
}

/// What raises the level by one, each with what was found.
fn steps(reading: &ActReading<'_>, found: &ImportanceFacts<'_>) -> Vec<(Rule, String)> {
    let rules = &found.words.rules;
    let word = |words: &[&'static str]| words.iter().find(|word| has(rules, word)).map(|word| (*word).to_owned());
    let code = found.changed.iter().find(|act| is_code(act)).map(|act| act.citation(Language::Ro));
    let sanction = word(&SANCTIONS).map(|word| (Rule::SetsSanction, word));
    let duty = word(&DUTIES).filter(|_| !found.named.roles.is_empty()).map(|word| (Rule::BindsReaders, word));
    let many: Vec<_> = found.named.roles.iter().filter(|role| MANY.contains(role)).copied().collect();
    let many = (many.len() > 1).then(|| (Rule::ManyReaders, AudienceRole::list_of(&many, Language::Ro)));
    // What a sanction costs is its own amount.
    let amount = amount(reading).filter(|_| !found.named.roles.is_empty()).map(|amount| (Rule::SetsAmount, amount));
    let due = due(found);
    let has_due = due.map(|day| (Rule::HasDeadline, day.to_string()));
    let near = due.filter(|day| (*day - found.today).get_days() <= NEAR).map(|day| (Rule::DueSoon, day.to_string()));
    // A sanction punishes a duty, and an amount is what a sanction or a duty costs: one step for them.
    let weight = [sanction.or(duty).or(has_due), amount.or(many)];
    let code = code.map(|code| (Rule::ChangesCode, code));
    weight.into_iter().chain([code, near]).flatten().collect()
}

/// The first amount of money in the act's own rules that is no sanction.
fn amount(reading: &ActReading<'_>) -> Option<String> {
    let is_money = |unit| matches!(unit, FigureUnit::Lei | FigureUnit::Euro | FigureUnit::Percent);
    let is_sanction = |mention: &Mention| {
        let sentence = reading.source.text.get(reading.sentence_of(mention)).unwrap_or_default();
        has_any(&fold(sentence), &SANCTIONS)
    };
    let found = reading.mentions.iter().find(|mention| {
        let is_figure = matches!(&mention.value, MentionValue::Figure(figure) if is_money(figure.unit));
        mention.part != ActPart::Annex && is_figure && !is_sanction(mention)
    });
    found.map(|mention| mention.text.clone())
}

/// The first day from today on which something is due.
fn due(found: &ImportanceFacts<'_>) -> Option<Date> {
    let due = found.days.entries.iter().filter(|entry| entry.kind == EntryKind::Due);
    due.filter_map(|entry| entry.next_date(found.today)).min()
}

fn is_code(act: &Act) -> bool {
    codes::name_of(act).is_some_and(|name| CODES.contains(&name))
}
