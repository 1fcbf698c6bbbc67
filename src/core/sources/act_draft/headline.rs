//! Title, short line and explanation of a draft: what changes, for which readers and from when.

mod explanation;
mod nothing_new;

use jiff::civil::Date;

use super::changes::{ProvisionChange, plain};
use super::dates::Days;
use super::own_rules::OwnRule;
use super::passages::NewParagraph;
use super::phrase::{ChangePhrase, sets_amount, what};
use super::purpose::{ActPurpose, lead};
use super::reading::{ArchivedAct, subject, without_name};
use super::subject::{brief_to, budget_matter, first_sentence, matter_of, own_matter, short_name};
use crate::domain::act::Act;
use crate::domain::amendment::AmendmentKind;
use crate::domain::article::limits;
use crate::domain::text::{sentence_case, shorten};
use crate::domain::{Language, date};
use crate::sources::form::act_of;

/// Characters of the name of a treaty or a loan.
const OBJECT: usize = 180;
/// Words of what an act leaves to other rules.
const DELEGATED: [&str; 5] =
    ["prin hotărâre a Guvernului", "prin hotărârea Guvernului", "prin ordin", "prin norme", "normele metodologice"];

/// What the other rules found.
pub(super) struct HeadlineFacts<'a> {
    pub(super) source: &'a ArchivedAct,
    pub(super) purpose: ActPurpose,
    /// The acts that this one changes, approves or rejects.
    pub(super) changed: &'a [Act],
    pub(super) changes: &'a [ProvisionChange],
    pub(super) rules: &'a [OwnRule],
    pub(super) days: &'a Days,
    /// Its readers in words: "firme, elevi".
    pub(super) readers: Option<String>,
    pub(super) today: Date,
}

/// The texts that a reader sees first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Headline {
    pub(super) title: String,
    pub(super) in_short: Option<String>,
    pub(super) explanation: String,
}

pub(super) fn write(facts: &HeadlineFacts<'_>) -> Headline {
    let written = match facts.purpose {
        ActPurpose::Amends | ActPurpose::ApprovesChanged => facts.of_change(),
        ActPurpose::Regulates | ActPurpose::Budgets => facts.of_rules(),
        _ => facts.of_nothing_new(),
    };
    let (title, in_short, explanation) = written.unwrap_or_else(|| facts.of_heading());
    Headline {
        title: sentence_case(&shorten(&plain(&title), limits::TITLE - 1)),
        in_short: in_short.map(|words| plain(&words)).filter(|words| words.chars().count() <= limits::IN_SHORT),
        explanation,
    }
}

type HeadlineTexts = (String, Option<String>, String);

impl HeadlineFacts<'_> {
    fn own(&self) -> String {
        self.source.act.citation(Language::Ro)
    }

    /// "În vigoare din 3 mai 2026.", or the day on which the act enters into force after today, with the later days of
    /// parts of it.
    fn since(&self) -> Option<String> {
        let day = self.days.in_force?;
        let words = if day > self.today { "Intră în vigoare la" } else { "În vigoare din" };
        Some(format!("{words} {}{}.", date::long(day, Language::Ro), self.in_part()))
    }

    /// "Din 3 mai 2026.", where there is no room for more.
    fn since_in_short(&self) -> Option<String> {
        let day = self.days.in_force?;
        let in_part = if self.days.in_part.is_empty() { "" } else { ", în parte mai târziu" };
        Some(format!("Din {}{in_part}.", date::long(day, Language::Ro)))
    }

    fn in_part(&self) -> String {
        let later = self.days.in_part.join(" și ");
        if later.is_empty() { later } else { format!(", în parte {later}") }
    }

    fn for_readers(&self) -> Option<String> {
        self.readers.as_ref().map(|readers| format!("Pentru {readers}."))
    }

    /// What changes, for which readers and from when, as far as there is room; what changes is shortened last.
    fn in_short(&self, what: &str) -> Option<String> {
        let what = sentence_of(what);
        let endings = self.endings();
        let whole = endings.iter().map(|ending| joined(&what, ending));
        let mut found = whole.chain([what.clone()]).filter(|text| text.chars().count() <= limits::IN_SHORT);
        found.next()
    }

    /// What may follow what changes: for which readers and from when, the shortest last.
    fn endings(&self) -> Vec<String> {
        let of = |parts: [Option<String>; 2]| parts.into_iter().flatten().collect::<Vec<_>>().join(" ");
        let mut endings = vec![
            of([self.for_readers(), self.since()]),
            of([self.for_readers(), self.since_in_short()]),
            of([None, self.since()]),
            of([None, self.since_in_short()]),
        ];
        endings.dedup();
        endings
    }

    /// The short line of a change: whole with the longest ending, or else shortened for readers and day.
    fn in_short_of(&self, said: impl Fn(usize) -> ChangePhrase, name: &str) -> Option<String> {
        let named =
            |phrase: ChangePhrase| if phrase.is_place { format!("{name}: {}", phrase.words) } else { phrase.words };
        let room = |ending: &String| limits::IN_SHORT.saturating_sub(ending.chars().count() + 2);
        let endings = self.endings();
        let whole = endings.iter().find_map(|ending| {
            let phrase = said(room(ending));
            phrase.is_whole.then(|| joined(&sentence_of(&phrase.words), ending))
        });
        let shortest = endings.get(1).or(endings.first())?;
        let shortened = || {
            let named_room = room(shortest).saturating_sub(name.chars().count() + 2);
            let phrase = said(room(shortest));
            // A sentence alone says more than the beginning of one with its day.
            let alone = Some(said(limits::IN_SHORT - 1)).filter(|alone| !alone.is_place);
            match alone.filter(|_| phrase.is_place) {
                Some(alone) => self.in_short(&alone.words).unwrap_or_default(),
                None => {
                    let phrase = if phrase.is_place { said(named_room) } else { phrase };
                    joined(&sentence_of(&named(phrase)), shortest)
                }
            }
        };
        whole.or_else(|| Some(shortened())).filter(|text| text.chars().count() <= limits::IN_SHORT)
    }

    /// The texts of an act about which the rules know no more than its heading.
    fn of_heading(&self) -> HeadlineTexts {
        let subject = subject(self.source);
        let is_named = subject != self.source.title;
        let subject = if is_named {
            subject
        } else {
            brief_to(without_name(first_sentence(&lead(&self.source.text)), &self.source.title), OBJECT)
        };
        let verb = |day: Date| if day > self.today { "intră în vigoare la" } else { "este în vigoare din" };
        let sentence = |day| format!("{} {} {}.", self.own(), verb(day), date::long(day, Language::Ro));
        let about = format!("{}: {}", self.own(), plain(&shorten(&subject, 440)));
        let explanation = match self.own_rules() {
            Some(rules) => self.with_readers_and_since(vec![about, rules]),
            None => format!(
                "Ciornă făcută automat din textul actului; explicația trebuie scrisă de un redactor.\n\n{about}"
            ),
        };
        let title = if is_named {
            format!("{} {subject}", self.own())
        } else {
            format!("{}: {subject}", short_name(&self.source.act))
        };
        (title, self.days.in_force.map(sentence), explanation)
    }

    /// The texts of an act that sets its own rules.
    fn of_rules(&self) -> Option<HeadlineTexts> {
        let (title, in_short) = if self.purpose == ActPurpose::Budgets { self.by_budget() } else { self.by_matter() }?;
        let (_, heading_line, explanation) = self.of_heading();
        Some((title, in_short.or(heading_line), explanation))
    }

    /// Title and short line of an act that sets its own rules, by what it is about.
    fn by_matter(&self) -> Option<(String, Option<String>)> {
        let matter = own_matter(self.source)?;
        let title = format!("{}: {matter}", short_name(&self.source.act));
        Some((title, self.in_short(&format!("reguli noi: {matter}"))))
    }

    /// Title and short line of an act about the state's own incomes and expenses.
    fn by_budget(&self) -> Option<(String, Option<String>)> {
        let matter = budget_matter(self.source)?;
        let title = format!("{}: {matter}", short_name(&self.source.act));
        Some((title, self.in_short(&format!("{matter}. Privește bugetele instituțiilor publice"))))
    }

    /// The texts of an act that changes others.
    fn of_change(&self) -> Option<HeadlineTexts> {
        let (first, passage) = self.foremost_passage()?;
        let is_place = what(first, passage, true, limits::TITLE).is_place;
        let says_nothing = is_place && (first.place.is_empty() || passage.weight() < 2);
        // A new act that changes others at its end.
        let is_new = says_nothing && self.rules.first().is_some_and(OwnRule::is_purpose);
        if let Some((title, in_short)) = self.by_matter().filter(|_| is_new) {
            return Some((title, in_short, self.explanation(&self.changed_name())));
        }
        if let Some(rule) = self.rules.iter().find(|rule| says_nothing && rule.weight() > 1 && rule.is_sentence()) {
            return Some(self.of_own_rule(rule));
        }
        let act = first.act.as_ref().map(|name| act_of(name, None)).or_else(|| self.changed.first().cloned())?;
        let name = short_name(&act);
        let matter = matter_of(self.source, &act).filter(|matter| !matter.ends_with('…') && name.contains('/'));
        let in_short = self.in_short_of(|room| what(first, passage, false, room), &name);
        let what = |room| what(first, passage, true, room);
        let named = matter.as_ref().map_or_else(|| name.clone(), |matter| format!("{name} ({matter})"));
        let room = |name: &str| limits::TITLE - 3 - name.chars().count();
        // What the act is about gives way only to what changes.
        let (short, long) = (what(room(&named)), what(room(&name)));
        let is_short = short.words == long.words || !long.is_whole && short.is_place == long.is_place;
        let title = if is_short { format!("{named}: {}", short.words) } else { format!("{name}: {}", long.words) };
        Some((title, in_short, self.explanation(&name)))
    }

    /// The texts of an act whose changes say less than its own rules.
    fn of_own_rule(&self, rule: &OwnRule) -> HeadlineTexts {
        let name = short_name(&self.source.act);
        let title = format!("{name}: {}", rule.what(limits::TITLE - 3 - name.chars().count()).words);
        (title, self.in_short_of(|room| rule.what(room), &name), self.explanation(&self.changed_name()))
    }

    fn changed_name(&self) -> String {
        self.changed.first().map(short_name).unwrap_or_default()
    }

    /// The paragraph that the title names: the one that asks most of its readers, of these the first with an amount.
    /// Without any new text, the first change.
    fn foremost_passage(&self) -> Option<(&ProvisionChange, &NewParagraph)> {
        let is_new = |change: &&ProvisionChange| matches!(change.kind, AmendmentKind::Modify | AmendmentKind::Insert);
        let score = |change: &ProvisionChange, passage: &NewParagraph| {
            let name = change.act_name().unwrap_or_else(|| self.changed_name());
            let phrase = what(change, passage, true, limits::TITLE - 3 - name.chars().count());
            let most = match &phrase {
                ChangePhrase { is_definition: true, .. } => 1,
                ChangePhrase { is_bare: true, .. } => 2,
                _ => u8::MAX,
            };
            let weight = i16::from(passage.weight().min(most));
            // A sentence that a title can say goes before one that asks a little more and has no room, or that says
            // nothing without another paragraph.
            let is_left = DELEGATED.iter().any(|words| phrase.words.contains(words));
            let says_less = phrase.leans() || is_left;
            let asks = 2 * weight - if phrase.is_mild { 3 } else { 0 } - if says_less { 4 } else { 0 };
            (!phrase.is_place || phrase.is_mild, asks, sets_amount(&passage.text))
        };
        let passages = |change| ProvisionChange::passages_of(change).map(move |passage| (change, passage));
        let new: Vec<_> = self.changes.iter().filter(is_new).filter(|change| !change.place.is_empty()).collect();
        let scored: Vec<_> = new.into_iter().flat_map(passages).map(|it| (score(it.0, it.1), it)).collect();
        let most = scored.iter().map(|(score, _)| *score).max();
        let found = scored.into_iter().find(|(score, _)| Some(*score) == most).map(|(_, found)| found);
        let any = || self.changes.iter().flat_map(passages).next();
        found.or_else(any)
    }
}

/// Words as a sentence.
fn sentence_of(words: &str) -> String {
    let words = words.trim_end_matches(['.', ';', ',', ' ']);
    format!("{}{}", sentence_case(words), if words.ends_with('…') { "" } else { "." })
}

fn joined(sentence: &str, ending: &str) -> String {
    format!("{sentence} {ending}").trim_end().to_owned()
}
