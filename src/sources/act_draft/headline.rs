//! Title, short line and explanation of a draft: what changes, for whom and from when.

use jiff::civil::Date;

use super::changes::{ProvisionChange, plain};
use super::dates::Days;
use super::purpose::ActPurpose;
use super::reading::{ArchivedAct, ends_sentence, subject};
use super::subject::{brief, matter_of, object, own_matter, short_name};
use crate::domain::act::Act;
use crate::domain::amendment::AmendmentKind;
use crate::domain::article::limits;
use crate::domain::text::{self, sentence_case, shorten};
use crate::domain::{AudienceRole, Language, date};
use paragraf_law::MentionValue;

/// Characters of what a title says about a change.
const WHAT: usize = 110;
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
        title: shorten(&plain(&title), limits::TITLE - 1),
        in_short: in_short.map(|words| plain(&words)).filter(|words| words.chars().count() <= limits::IN_SHORT),
        explanation,
    }
}

type Texts = (String, Option<String>, String);

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

    fn for_whom(&self) -> Option<String> {
        (!self.roles.is_empty()).then(|| format!("Pentru {}.", AudienceRole::list_of(self.roles, Language::Ro)))
    }

    /// What changes, for whom and from when, as far as there is room; what changes is shortened last.
    fn in_short(&self, what: &str) -> Option<String> {
        let what = format!("{}.", sentence_case(what.trim_end_matches(['.', ';', ',', ' '])));
        let since = self.since();
        let whole: Vec<_> = [Some(what.clone()), self.for_whom(), since.clone()].into_iter().flatten().collect();
        let without_whom: Vec<_> = [Some(what.clone()), since].into_iter().flatten().collect();
        [whole.join(" "), without_whom.join(" "), what].into_iter().find(|text| text.chars().count() <= limits::IN_SHORT)
    }

    /// The texts of an act about which the rules know no more than its heading.
    fn of_heading(&self) -> Texts {
        let subject = subject(self.source);
        let verb = |day: Date| if day > self.today { "intră în vigoare la" } else { "este în vigoare din" };
        let sentence = |day| format!("{} {} {}.", self.own(), verb(day), date::long(day, Language::Ro));
        let explanation = format!(
            "Ciornă făcută automat din textul actului; explicația trebuie scrisă de un redactor.\n\n{}: {}",
            self.own(),
            plain(&shorten(&subject, 440))
        );
        (format!("{} {subject}", self.own()), self.days.in_force.map(sentence), explanation)
    }

    /// The texts of an act that sets its own rules.
    fn of_rules(&self) -> Option<Texts> {
        let matter = own_matter(self.source)?;
        let (_, heading_line, explanation) = self.of_heading();
        let name = short_name(&self.source.act);
        let title = format!("{name}: {matter}");
        let in_short = if self.roles.is_empty() { heading_line } else { self.in_short(&format!("reguli noi: {matter}")) };
        Some((title, in_short, explanation))
    }

    /// The texts of an act that leaves nothing new to do.
    fn of_nothing_new(&self) -> Option<Texts> {
        let own = self.own();
        let (title, what, why) = match self.purpose {
            ActPurpose::Approves | ActPurpose::Rejects => self.of_ordinance()?,
            ActPurpose::Ratifies => {
                let verbs = ["ratifică ", "acceptă ", "aprobă ", "aderă "];
                let object = verbs.iter().find_map(|verb| object(self.source, verb))?;
                let object = brief(&object);
                let what = format!("România acceptă: {object}");
                (format!("{object}: acceptat prin lege"), what, format!("{own} dă acordul României."))
            }
            ActPurpose::Celebrates => {
                let object = object(self.source, "instituie ").or_else(|| object(self.source, "declară "))?;
                let (day, name) = object.split_once(" ca ")?;
                let name = brief(name.trim_matches(['„', '”', '“', '"', ' ']).split(',').next()?).replace(['„', '”', '“', '"'], "");
                let day = day.trim_start_matches("ziua de ").trim_start_matches("ziua ").to_owned();
                let why = "Autoritățile și asociațiile pot organiza evenimente; nimeni nu are o obligație nouă.";
                (format!("{name}: {day}"), format!("se instituie {name}: {day}"), why.to_owned())
            }
            ActPurpose::Empowers => {
                let what = "Guvernul poate emite ordonanțe în domeniile din lege";
                (format!("{}: {what}", short_name(&self.source.act)), what.to_owned(), "Legea nu schimbă ea însăși nicio regulă; o schimbă ordonanțele, dacă vin.".to_owned())
            }
            _ => {
                let matter = own_matter(self.source).unwrap_or_else(|| brief(&super::purpose::lead(&self.source.text)));
                (format!("{}: {matter}", short_name(&self.source.act)), matter, "Actul privește numai bunuri ale statului.".to_owned())
            }
        };
        let in_short = self.in_short_nothing(&what);
        let explanation = format!("{}\n\n{NOTHING}", plain_paragraphs(&[&format!("{}.", sentence_case(&what)), &why]));
        Some((title, in_short, explanation))
    }

    fn in_short_nothing(&self, what: &str) -> Option<String> {
        let what = sentence_case(what.trim_end_matches(['.', ';', ',', ' ']));
        let texts = [format!("{what}. Nimic nou de făcut."), "Nimic nou de făcut.".to_owned()];
        texts.into_iter().find(|text| text.chars().count() <= limits::IN_SHORT)
    }

    /// Title, short line and reason of an approval or a rejection.
    fn of_ordinance(&self) -> Option<(String, String, String)> {
        let ordinance = self.changed.first()?;
        let name = short_name(ordinance);
        let matter = matter_of(self.source, ordinance);
        let about = matter.map(|matter| format!(" ({matter})")).unwrap_or_default();
        Some(if self.purpose == ActPurpose::Approves {
            let why = "Legea aprobă ordonanța așa cum este: ce se aplica până acum se aplică la fel și de acum.";
            (format!("{name} rămâne neschimbată{about}"), format!("legea aprobă fără modificări {name}{about}"), why.to_owned())
        } else {
            let why = "Ordonanța nu se mai aplică de la intrarea în vigoare a legii.";
            (format!("{name} este respinsă{about}"), format!("legea respinge {name}{about}"), why.to_owned())
        })
    }

    /// The texts of an act that changes others.
    fn of_change(&self) -> Option<Texts> {
        let first = self.first_change()?;
        let act = first.act.as_ref().map(|name| crate::sources::form::act_of(name, None)).or_else(|| self.changed.first().cloned())?;
        let name = short_name(&act);
        let matter = matter_of(self.source, &act).filter(|matter| !matter.ends_with('…'));
        let what = what(first);
        let about = matter.as_ref().filter(|matter| matter.chars().count() <= 70 && name.contains('/'));
        let title = match about {
            Some(matter) => format!("{name} ({matter}): {what}"),
            None => format!("{name}: {what}"),
        };
        let place = if first.place.is_empty() { name.clone() } else { format!("{name}, {}", first.place) };
        let in_short = self.in_short(&format!("{place}: {what}")).or_else(|| self.in_short(&format!("{name}: {what}")));
        Some((title, in_short, self.explanation(&name)))
    }

    /// The change that the title names: the first that sets a figure, or else the first with a new text.
    fn first_change(&self) -> Option<&ProvisionChange> {
        let is_new = |change: &&ProvisionChange| matches!(change.kind, AmendmentKind::Modify | AmendmentKind::Insert);
        let with_figure = self.changes.iter().find(|change| is_new(change) && !values(&change.after).is_empty());
        with_figure.or_else(|| self.changes.iter().find(is_new)).or_else(|| self.changes.first())
    }

    fn explanation(&self, name: &str) -> String {
        let lines: Vec<_> = self.changes.iter().take(LISTED).map(|change| format!("- {}", change.line())).collect();
        let more = if self.changes.len() > LISTED { "\n- Celelalte schimbări sunt în rezumatul tehnic." } else { "" };
        let mut parts = vec![format!("**Ce se schimbă** în {}:\n\n{}{more}", plain(name), lines.join("\n"))];
        let whom = (!self.roles.is_empty()).then(|| AudienceRole::list_of(self.roles, Language::Ro));
        parts.extend(whom.map(|whom| format!("**Pentru cine.** {}.", sentence_case(&whom))));
        parts.extend(self.since().map(|since| format!("**De când.** {since}")));
        parts.join("\n\n")
    }
}

fn plain_paragraphs(paragraphs: &[&str]) -> String {
    paragraphs.iter().map(|words| plain(words)).collect::<Vec<_>>().join("\n\n")
}

/// The amounts and percentages in a text, as written.
fn values(words: &str) -> Vec<String> {
    let figures = paragraf_law::read_text(words).into_iter();
    figures.filter(|mention| matches!(mention.value, MentionValue::Figure(_))).map(|mention| mention.text).collect()
}

/// A change in a few words, with its first figure.
fn what(change: &ProvisionChange) -> String {
    match change.kind {
        AmendmentKind::Repeal => return format!("se abrogă {}", change.place),
        AmendmentKind::Modify | AmendmentKind::Insert => {}
        _ => return brief(&format!("{} {}", change.place, change.after)),
    }
    let sentence = chosen_sentence(&change.after);
    let (values, folded) = (values(&sentence), text::fold(&sentence));
    if folded.contains("amend") && !values.is_empty() {
        let joined = if values.len() == 2 { values.join(" – ") } else { values.iter().take(4).cloned().collect::<Vec<_>>().join(", ") };
        return format!("amendă de {joined}");
    }
    let sentence = lower_first(&sentence);
    if sentence.chars().count() <= WHAT {
        return sentence;
    }
    match values.first() {
        Some(first) => format!("{}: {first}", clause(&sentence, 60)),
        None => clause(&sentence, 90),
    }
}

/// The sentence of a text with its first figure, or else its first sentence.
fn chosen_sentence(words: &str) -> String {
    let mut sentences: Vec<&str> = Vec::new();
    let mut start = 0;
    for (at, _) in words.match_indices([';', '.']) {
        let is_end = words[at + 1..].starts_with(' ') && (words.as_bytes()[at] == b';' || ends_sentence(&words[..at]));
        if is_end {
            sentences.push(words[start..at].trim());
            start = at + 1;
        }
    }
    sentences.push(words[start..].trim());
    let found = sentences.iter().find(|sentence| !values(sentence).is_empty()).or_else(|| sentences.first());
    without_mark(found.copied().unwrap_or_default()).trim_end_matches(['.', ';', ':', ',']).to_owned()
}

/// A sentence without the mark of its paragraph or letter.
fn without_mark(sentence: &str) -> &str {
    match sentence.split_once(' ') {
        Some((mark, rest)) if mark.ends_with(')') && mark.chars().count() <= 6 => rest,
        _ => sentence,
    }
}

/// The first part of a sentence, at most so many characters.
fn clause(sentence: &str, most: usize) -> String {
    let limit = sentence.char_indices().nth(most).map_or(sentence.len(), |(at, _)| at);
    let ends = [", ", "; ", " - ", ": ", " prin ", " care ", " potrivit ", " conform ", " în ", " din ", " cu ", " pentru "];
    let end = ends.iter().filter_map(|end| sentence[..limit].rfind(end)).filter(|at| *at > 25).max();
    end.map_or_else(|| shorten(sentence, most), |end| sentence[..end].to_owned())
}

/// A sentence with a small first letter, unless it begins with a name or an abbreviation.
fn lower_first(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let (first, second) = (letters.next(), letters.clone().next());
    match first {
        Some(first) if second.is_some_and(char::is_lowercase) => first.to_lowercase().chain(letters).collect(),
        _ => sentence.to_owned(),
    }
}
