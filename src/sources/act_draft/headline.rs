//! Title, short line and explanation of a draft: what changes, for which readers and from when.

use jiff::civil::Date;

use super::changes::{ProvisionChange, plain};
use super::dates::Days;
use super::own_rules::{OwnRule, foremost, weight};
use super::phrase::{is_only_place, main_clause, names_operation, sets_amount, values, what};
use super::purpose::{ActPurpose, lead};
use super::reading::{ArchivedAct, subject, without_mark, without_name};
use super::subject::{brief, brief_to, first_sentence, matter_of, object, own_matter, short_name};
use crate::domain::act::Act;
use crate::domain::amendment::AmendmentKind;
use crate::domain::article::limits;
use crate::domain::text::{sentence_case, shorten};
use crate::domain::{AudienceRole, Language, date};
use crate::sources::form::act_of;

/// Characters of the name of a treaty or a loan.
const OBJECT: usize = 180;
/// Characters of the beginning of a new text that a short line quotes.
const QUOTED: usize = 80;
/// What a title says of an ordinance whose changes have no short words.
const APPROVED: &str = "aprobată cu modificări";
/// Changes that the explanation lists.
const LISTED: usize = 3;
/// The end of the explanation of an act that leaves nothing new to do.
const NOTHING: &str = "**Ce ai de făcut.** Nimic nou.";

/// What the other rules found.
pub(super) struct HeadlineFacts<'a> {
    pub(super) source: &'a ArchivedAct,
    pub(super) purpose: ActPurpose,
    /// The acts that this one changes, approves or rejects.
    pub(super) changed: &'a [Act],
    pub(super) changes: &'a [ProvisionChange],
    pub(super) rules: &'a [OwnRule],
    pub(super) days: &'a Days,
    pub(super) roles: &'a [AudienceRole],
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

    /// "În vigoare din 3 mai 2026.", or the day on which the act enters into force after today.
    fn since(&self) -> Option<String> {
        let day = self.days.in_force?;
        let words = if day > self.today { "Intră în vigoare la" } else { "În vigoare din" };
        Some(format!("{words} {}.", date::long(day, Language::Ro)))
    }

    fn for_readers(&self) -> Option<String> {
        (!self.roles.is_empty()).then(|| format!("Pentru {}.", AudienceRole::list_of(self.roles, Language::Ro)))
    }

    /// What changes, for which readers and from when, as far as there is room; what changes is shortened last.
    fn in_short(&self, what: &str) -> Option<String> {
        let what = what.trim_end_matches(['.', ';', ',', ' ']);
        let what = format!("{}{}", sentence_case(what), if what.ends_with('…') { "" } else { "." });
        let since = self.since();
        let whole: Vec<_> = [Some(what.clone()), self.for_readers(), since.clone()].into_iter().flatten().collect();
        let without_readers: Vec<_> = [Some(what.clone()), since].into_iter().flatten().collect();
        [whole.join(" "), without_readers.join(" "), what]
            .into_iter()
            .find(|text| text.chars().count() <= limits::IN_SHORT)
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
        let matter = own_matter(self.source).filter(|_| self.purpose == ActPurpose::Regulates)?;
        let (_, heading_line, explanation) = self.of_heading();
        let name = short_name(&self.source.act);
        let title = format!("{name}: {matter}");
        let in_short = self.in_short(&format!("reguli noi: {matter}")).or(heading_line);
        Some((title, in_short, explanation))
    }

    /// The texts of an act that leaves nothing new to do.
    fn of_nothing_new(&self) -> Option<HeadlineTexts> {
        let own = self.own();
        let (title, what, why) = match self.purpose {
            ActPurpose::Approves | ActPurpose::Rejects => self.of_ordinance()?,
            ActPurpose::Ratifies => {
                let ratified = object(self.source, "Se ratifică ").map(|object| format!("România ratifică {object}"));
                let first = || first_sentence(&lead(&self.source.text)).replace("*)", "");
                let what = brief_to(&ratified.unwrap_or_else(first), OBJECT);
                (what.clone(), what, format!("{own} dă acordul României și nu cere nimic cititorilor."))
            }
            ActPurpose::Celebrates => {
                let object =
                    ["instituie ", "declară ", "consacră "].iter().find_map(|verb| object(self.source, verb))?;
                let (day, name) = object.split_once(" ca ")?;
                let name = brief(name.split(',').next()?).replace(['„', '”', '“', '"'], "");
                let day = day.trim_start_matches("ziua de ").trim_start_matches("ziua ").to_owned();
                let why = "Autoritățile și asociațiile pot organiza evenimente; nimeni nu are o obligație nouă.";
                (format!("{name}: {day}"), format!("se instituie {name}: {day}"), why.to_owned())
            }
            ActPurpose::Empowers => {
                let what = "Guvernul poate emite ordonanțe în domeniile din lege";
                (
                    format!("{}: {what}", short_name(&self.source.act)),
                    what.to_owned(),
                    "Legea nu schimbă ea însăși nicio regulă; o schimbă ordonanțele, dacă vin.".to_owned(),
                )
            }
            _ => {
                let matter = object(self.source, "se aprobă ").map(|object| format!("se aprobă {object}"));
                let matter = brief_to(&matter.unwrap_or_else(|| lead(&self.source.text)), OBJECT);
                (
                    format!("{}: {matter}", short_name(&self.source.act)),
                    matter,
                    "Actul privește numai bunuri ale statului.".to_owned(),
                )
            }
        };
        let in_short = self.in_short_nothing(&what);
        let explanation = format!("{}\n\n{NOTHING}", plain_paragraphs(&[&format!("{}.", sentence_case(&what)), &why]));
        Some((title, in_short, explanation))
    }

    fn in_short_nothing(&self, what: &str) -> Option<String> {
        const WORDS: &str = "Nimic nou de făcut.";
        let room = limits::IN_SHORT - WORDS.chars().count() - 2;
        let what = brief_to(&sentence_case(what.trim_end_matches(['.', ';', ',', ' '])), room);
        Some(format!("{what}. {WORDS}")).filter(|text| text.chars().count() <= limits::IN_SHORT)
    }

    /// Title, short line and reason of an approval or a rejection.
    fn of_ordinance(&self) -> Option<(String, String, String)> {
        let ordinance = self.changed.first()?;
        let name = short_name(ordinance);
        let matter = matter_of(self.source, ordinance);
        let about = matter.map(|matter| format!(" ({matter})")).unwrap_or_default();
        Some(if self.purpose == ActPurpose::Approves {
            let why = "Legea aprobă ordonanța așa cum este: ce se aplica până acum se aplică la fel și de acum.";
            (
                format!("{name} rămâne neschimbată{about}"),
                format!("legea aprobă fără modificări {name}{about}"),
                why.to_owned(),
            )
        } else {
            let why = "Ordonanța nu se mai aplică de la intrarea în vigoare a legii.";
            (format!("{name} este respinsă{about}"), format!("legea respinge {name}{about}"), why.to_owned())
        })
    }

    /// The texts of an act that changes others.
    fn of_change(&self) -> Option<HeadlineTexts> {
        let first = self.first_change()?;
        let act = first.act.as_ref().map(|name| act_of(name, None)).or_else(|| self.changed.first().cloned())?;
        let name = short_name(&act);
        let matter = matter_of(self.source, &act).filter(|matter| !matter.ends_with('…') && name.contains('/'));
        let is_approval = self.purpose == ActPurpose::ApprovesChanged;
        let said = |what: String| if is_approval && is_only_place(&what) { APPROVED.to_owned() } else { what };
        let begins = main_clause(without_mark(&first.after));
        let is_quotable = !begins.is_empty() && !first.place.is_empty() && !names_operation(begins);
        let quoted = |what: String| {
            let is_short = is_quotable && is_only_place(&what);
            if is_short { format!("{what}: „{}”", shorten(begins, QUOTED)) } else { what }
        };
        let (what, in_full) = (quoted(said(what(first, true))), quoted(said(what(first, false))));
        let about = matter.as_ref().map(|matter| format!("{name} ({matter})"));
        let about = about.filter(|about| about.chars().count() + what.chars().count() < limits::TITLE - 10);
        let title = format!("{}: {what}", about.as_deref().unwrap_or(&name));
        let place = if first.place.is_empty() || in_full.contains(&first.place) {
            name.clone()
        } else {
            format!("{name}, {}", first.place)
        };
        let in_short = [format!("{place}: {in_full}"), format!("{name}: {in_full}"), format!("{name}: {what}")];
        let in_short = in_short.iter().find_map(|words| self.in_short(words));
        Some((title, in_short, self.explanation(&name)))
    }

    /// The change that the title names, of those that a few words say: the first that sets an amount, else the first
    /// that asks most of its readers. Without any, the first with a new text.
    fn first_change(&self) -> Option<&ProvisionChange> {
        let is_new = |change: &&ProvisionChange| matches!(change.kind, AmendmentKind::Modify | AmendmentKind::Insert);
        let said = |change: &&ProvisionChange| is_new(change) && !is_only_place(&what(change, true));
        let score = |change: &ProvisionChange| {
            let has_figure = !values(&change.after).is_empty();
            (sets_amount(&change.after), weight(&change.after), has_figure)
        };
        let said: Vec<_> = self.changes.iter().filter(said).map(|change| (score(change), change)).collect();
        let most = said.iter().map(|(score, _)| *score).max();
        let found = said.into_iter().find(|(score, _)| Some(*score) == most).map(|(_, change)| change);
        let first = || self.changes.iter().find(|change| is_new(change) && !change.place.is_empty());
        found.or_else(first).or_else(|| self.changes.first())
    }

    fn explanation(&self, name: &str) -> String {
        let listed = foremost(self.changes.iter().collect(), LISTED, |change| weight(&change.after));
        let lines: Vec<_> = listed.iter().map(|change| format!("- {}", change.line(Some(name)))).collect();
        let more = if self.changes.len() > LISTED { "\n- Celelalte schimbări sunt în rezumatul tehnic." } else { "" };
        let parts = [Some(format!("**Ce se schimbă** în {}:\n\n{}{more}", plain(name), lines.join("\n")))];
        self.with_readers_and_since(parts.into_iter().chain([self.own_rules()]).flatten().collect())
    }

    /// The rules of the act itself that ask most of their readers.
    fn own_rules(&self) -> Option<String> {
        let listed = foremost(self.rules.iter().collect(), LISTED, |rule| rule.weight());
        let lines: Vec<_> = listed.iter().map(|rule| format!("- {}", rule.line())).collect();
        (!lines.is_empty()).then(|| format!("**Ce prevede actul:**\n\n{}", lines.join("\n")))
    }

    fn with_readers_and_since(&self, mut parts: Vec<String>) -> String {
        let readers = (!self.roles.is_empty()).then(|| AudienceRole::list_of(self.roles, Language::Ro));
        parts.extend(readers.map(|readers| format!("**Pentru cine.** {}.", sentence_case(&readers))));
        parts.extend(self.since().map(|since| format!("**De când.** {since}")));
        parts.join("\n\n")
    }
}

fn plain_paragraphs(paragraphs: &[&str]) -> String {
    paragraphs.iter().map(|words| plain(words)).collect::<Vec<_>>().join("\n\n")
}
