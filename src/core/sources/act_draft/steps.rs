//! The steps of a draft: what the rules of an act ask of readers who are the subject of a sentence, in its own words.

use std::collections::HashSet;

use jiff::civil::Date;

use super::asked::{MOST_CLAUSES, asked, with_antecedent};
use super::asking::Ask;
use super::bearers::first_part;
use super::changes::{ProvisionChange, plain};
use super::condense::condense;
use super::dates::Days;
use super::leaning::points_back;
use super::own_rules::OwnRule;
use super::phrase::said;
use super::reading::{ActReading, NEW_TEXT, names_operation, sentences, without_mark};
use super::role_names::ROLES;
use super::weight::weight;
use super::words::places;
use crate::domain::amendment::AmendmentKind;
use crate::domain::article::limits;
use crate::domain::rule_reason::Rule;
use crate::domain::step::Step;
use crate::domain::text::{fold, one_line, sentence_case};
use crate::domain::{AudienceRole, EntryKind};

/// Steps of a draft.
const MOST: usize = 5;
/// Longest sentence that is read, in bytes.
const LONGEST_SENTENCE: usize = 20_000;
/// Bytes of the label of an article and its first paragraph.
const LABEL: usize = 12;
/// Characters of a step without its provision.
const ROOM: usize = 700;
/// How much a duty counts before an act in the present or a choice.
const DUTY: u8 = 2;
/// A step before it has an id.
struct FoundStep {
    text: String,
    roles: Vec<AudienceRole>,
    date: Option<Date>,
    asks: &'static str,
    weight: u8,
}

/// What steps are made with: the roles of the article, and the last days of readers by the words that name them.
pub(super) struct StepContext<'a> {
    pub(super) roles: &'a [AudienceRole],
    dues: Vec<(String, Date)>,
}

impl<'a> StepContext<'a> {
    pub(super) fn new(reading: &ActReading<'_>, days: &Days, roles: &'a [AudienceRole]) -> Self {
        let reasons = reading.reasons.iter().filter(|reason| reason.field == "deadlines" && reason.place.is_some());
        let dues = reasons.zip(&days.entries).filter(|(_, entry)| entry.kind == EntryKind::Due);
        let named = dues.filter_map(|(reason, entry)| Some((one_line(reason.quote.as_deref()?), entry.date?)));
        Self { roles, dues: named.collect() }
    }

    /// The last day that a sentence names, if its words name one day only.
    fn date(&self, sentence: &str) -> Option<Date> {
        let sentence = one_line(sentence);
        let mut dates = self.dues.iter().filter(|(words, _)| sentence.contains(words)).map(|(_, date)| *date);
        let first = dates.next()?;
        dates.all(|date| date == first).then_some(first)
    }

    /// The roles of the article that a clause begins with, if it has others.
    fn roles_of(&self, clause: &str) -> Vec<AudienceRole> {
        let is_first = |words: &[&'static str]| words.iter().any(|word| places(clause, word).next() == Some(0));
        let known = ROLES.iter().filter(|(role, words)| self.roles.contains(role) && is_first(words));
        let named: Vec<_> = known.map(|(role, _)| *role).collect();
        if named.len() == self.roles.len() { Vec::new() } else { named }
    }
}

/// The steps that the new texts and the act's own rules ask for, with a reason for each.
pub(super) fn steps(
    reading: &mut ActReading<'_>,
    changes: &[ProvisionChange],
    rules: &[OwnRule],
    context: &StepContext<'_>,
) -> Vec<Step> {
    let is_new = |change: &&ProvisionChange| {
        matches!(change.kind, AmendmentKind::Modify | AmendmentKind::Insert) && !change.is_formula()
    };
    let of_change = |change: &ProvisionChange| -> Vec<FoundStep> {
        let of = |place: &str, text: &str| of_text(text, &change.named_place(place, None), change.is_item, context);
        change.passages_of().flat_map(|passage| of(&passage.place, &passage.text)).collect()
    };
    let of_changes = changes.iter().filter(is_new).flat_map(of_change);
    let of_rules = rules.iter().flat_map(|rule| of_text(rule.text(), &rule.place, false, context));
    let mut found: Vec<_> = of_changes.chain(of_rules).enumerate().collect();
    found.sort_by_key(|(_, step)| std::cmp::Reverse(step.weight));
    found.truncate(MOST);
    found.sort_by_key(|(at, _)| *at);
    let mut taken = HashSet::new();
    let mut made = Vec::new();
    for (_, FoundStep { text, roles, date, asks, .. }) in found {
        let id = Step::id_for(&text, &taken);
        taken.insert(id.clone());
        reading.detail("steps", &text, Rule::BindsReaders, asks);
        made.push(Step { id, text, roles, date, condition: None });
    }
    made
}

/// The steps of a paragraph, or of a letter, of which only a sentence with a duty is one.
fn of_text(text: &str, place: &str, is_item: bool, context: &StepContext<'_>) -> Vec<FoundStep> {
    let found: Vec<_> = sentences(new_text(text)).into_iter().map(without_mark).collect();
    let of = |(at, sentence): (usize, &&str)| {
        let before = at.checked_sub(1).map(|at| found[at]).filter(|before| before.len() <= LONGEST_SENTENCE);
        let named = before.and_then(|before| with_antecedent(before, sentence));
        of_whole(named.as_deref().unwrap_or(sentence), place, is_item, context)
    };
    let is_short = |(_, sentence): &(usize, &&str)| sentence.len() <= LONGEST_SENTENCE;
    found.iter().enumerate().filter(is_short).flat_map(of).collect()
}

/// The text that an operation within a new article sets, or the text itself.
fn new_text(text: &str) -> &str {
    let after = if names_operation(text) { text.split_once(NEW_TEXT).map_or("", |(_, new)| new) } else { text };
    // The label of the article stands before its paragraph: "Articolul 10 (1) În vederea …".
    let labelled = after.trim_start().strip_prefix("Articolul ").and_then(|rest| rest.split_once(") "));
    labelled.filter(|(label, _)| label.len() < LABEL).map_or(after, |(_, rest)| rest)
}

/// The steps of a sentence.
fn of_whole(sentence: &str, place: &str, is_item: bool, context: &StepContext<'_>) -> Vec<FoundStep> {
    let listed = of_list(sentence, place, context);
    if !listed.is_empty() {
        return listed;
    }
    let step = asked(sentence).filter(|(_, ask)| !is_item || matches!(ask, Ask::Duty(_)));
    let made = step.and_then(|(clause, ask)| of_sentence(sentence, clause, ask, place, context));
    made.into_iter().collect()
}

/// The steps of a list of duties, one for each: "furnizorii au obligația: a) să …; b) să …", "furnizorii sunt obligați
/// să: a) …", "furnizorii au următoarele obligații: a) plata …".
fn of_list(sentence: &str, place: &str, context: &StepContext<'_>) -> Vec<FoundStep> {
    const ENDS: [&str; 6] = ["obligat", "obligate", "obligată", "obligați", "obligația", "trebuie"];
    let Some((lead, items)) = sentence.split_once(": a) ") else { return Vec::new() };
    let items: Vec<_> = items.trim_end_matches('.').split("; ").map(without_mark).collect();
    let is_verb = |item: &&str| item.starts_with("să ") || item.starts_with("de a ");
    let verbs = items.iter().filter(|item| is_verb(item)).count();
    let begins_duty = [" să", " de a"].iter().any(|end| lead.ends_with(end)) && verbs == 0;
    // What is listed by nouns stays behind its colon.
    let is_of_nouns = lead.ends_with("următoarele obligații") && verbs == 0;
    let lead = if is_of_nouns { format!("{lead}:") } else { lead.replace("următoarele obligații", "obligația") };
    let is_duty = ENDS.iter().any(|end| lead.ends_with(end)) && verbs == items.len();
    if items.len() > MOST_CLAUSES || !(is_duty || begins_duty || is_of_nouns) {
        return Vec::new();
    }
    let Some((clause, ask @ Ask::Duty(_))) = asked(&lead) else { return Vec::new() };
    let step = |item: &&str| of_sentence(&format!("{lead} {item}"), clause, ask, place, context);
    items.iter().filter_map(step).collect()
}

/// The step of a sentence that asks something in a clause, in its own words.
fn of_sentence(sentence: &str, clause: &str, ask: Ask, place: &str, context: &StepContext<'_>) -> Option<FoundStep> {
    let phrase = said(sentence, place, ROOM);
    let is_elsewhere = fold(first_part(&phrase.words)).starts_with("in acest");
    if phrase.is_place || is_elsewhere || points_back(&phrase.words) {
        return None;
    }
    let folded = fold(clause);
    // Of several parts, the one that is said is the one that asks.
    let noun = folded.split([' ', ',']).next().unwrap_or_default();
    if !fold(&phrase.words).contains(noun) {
        return None;
    }
    let whole = condense(sentence);
    let is_listed = !phrase.is_whole && sentence.contains(": a) ") && whole.chars().count() <= ROOM;
    let words = if needs_reference(sentence, &phrase.words) {
        sentence.trim_end_matches('.')
    } else if is_listed {
        &whole
    } else {
        &phrase.words
    };
    let text = format!("{} ({})", sentence_case(&plain(words)), plain(place));
    let duty = if matches!(ask, Ask::Duty(_)) { DUTY } else { 0 };
    // A whole sentence may be longer than an editor could save.
    (text.chars().count() <= limits::STEP).then(|| FoundStep {
        text,
        roles: context.roles_of(&folded),
        date: context.date(sentence),
        asks: ask.words(),
        weight: weight(sentence) + duty,
    })
}

/// Whether what is said leaves out a reference that was all that says which: "în cazul operațiunilor prevăzute la art. 5".
fn needs_reference(sentence: &str, said: &str) -> bool {
    const BEFORE: [&str; 12] =
        ["cazul", "conform", "cu", "de", "din", "la", "pe", "pentru", "potrivit", "prin", "situația", "în"];
    let words: Vec<_> = sentence.split(' ').collect();
    let is_bare = |three: &[&str]| {
        let begins = BEFORE.contains(&three[0].to_lowercase().as_str());
        let is_reference = ["prevăzut", "menționat", "aflat"].iter().any(|word| three[2].starts_with(word));
        begins && is_reference && !said.contains(&three[1..].join(" "))
    };
    // "aflați în situația pot să depună"
    let is_open = said.split(" în situația ").skip(1).any(|rest| !rest.starts_with("în care "));
    is_open || words.windows(3).any(is_bare)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_asks_its_subject_and_no_one_else() {
        let context = StepContext { roles: &[], dues: Vec::new() };
        let step = |sentence: &str| of_text(sentence, "art. 5", false, &context).pop().map(|step| step.text);
        for (sentence, expected) in [
            // Legea nr. 291/2023, shortened.
            (
                "Părinții copilului care săvârșește fapte penale au obligația de a participa la programele de consiliere.",
                Some(
                    "Părinții copilului care săvârșește fapte penale au obligația de a participa la programele de consiliere (art. 5)",
                ),
            ),
            (
                "În cazul expirării documentelor, operatorul economic are obligația să obțină un nou acord de funcționare.",
                Some(
                    "În cazul expirării documentelor, operatorul economic are obligația să obțină un nou acord de funcționare (art. 5)",
                ),
            ),
            (
                "Agenții de plasare sunt obligați să suporte costurile repatrierii cetățenilor români.",
                Some("Agenții de plasare sunt obligați să suporte costurile repatrierii cetățenilor români (art. 5)"),
            ),
            (
                "În situația în care beneficiarii au încheiat contracte, aceștia trebuie să facă dovada plății lor.",
                Some(
                    "În situația în care beneficiarii au încheiat contracte, aceștia trebuie să facă dovada plății lor (art. 5)",
                ),
            ),
            (
                "Contribuția anuală se plătește de către furnizorii de energie până la 25 martie.",
                Some("Contribuția anuală se plătește de către furnizorii de energie până la 25 martie (art. 5)"),
            ),
            ("În situația în care furnizorul refuză, acestea trebuie să fie comunicate de minister.", None),
            ("Persoanele prevăzute la alin. (1) au obligația să depună declarația anuală.", None),
            ("Persoana responsabilă din primărie are obligația să publice lista anuală.", None),
            ("Ministerul Finanțelor are obligația să publice lista furnizorilor de energie.", None),
            ("Furnizorilor li se comunică lista de către minister în termen de cinci zile.", None),
            ("Furnizorii nu au obligația să transmită situația anuală a serviciilor.", None),
            ("Furnizorii sunt înscriși în registru de către minister, la cererea lor.", None),
        ] {
            assert_eq!(step(sentence).as_deref(), expected, "{sentence}");
        }
    }

    #[test]
    fn each_duty_of_a_list_is_a_step() {
        let context = StepContext { roles: &[], dues: Vec::new() };
        let texts = |list: &str| -> Vec<String> {
            of_text(list, "art. 5", false, &context).into_iter().map(|step| step.text).collect()
        };
        let expected = [
            "Furnizorii au obligația să afișeze prețurile în fiecare magazin (art. 5)",
            "Furnizorii au obligația să păstreze facturile cinci ani (art. 5)",
        ];
        for list in [
            "Furnizorii au următoarele obligații: a) să afișeze prețurile în fiecare magazin; b) să păstreze facturile cinci ani.",
            "Furnizorii au obligația să: a) afișeze prețurile în fiecare magazin; b) păstreze facturile cinci ani.",
        ] {
            assert_eq!(texts(list), expected);
        }
        let nouns = "Furnizorii au următoarele obligații: a) afișarea prețurilor în fiecare magazin; b) plata chiriei în fiecare lună.";
        let expected = [
            "Furnizorii au următoarele obligații: afișarea prețurilor în fiecare magazin (art. 5)",
            "Furnizorii au următoarele obligații: plata chiriei în fiecare lună (art. 5)",
        ];
        assert_eq!(texts(nouns), expected);
    }

    #[test]
    fn the_new_text_of_an_operation_within_an_article_gives_its_steps() {
        let context = StepContext { roles: &[], dues: Vec::new() };
        let text = "La articolul 10 din Legea nr. 5/2010 privind albinele, alineatul (1) se modifică și va avea următorul cuprins: Articolul 10 (1) Crescătorii de albine au obligația să anunțe primăria. Aceștia trebuie să păstreze dovada anunțului la stupină.";
        let texts: Vec<_> = of_text(text, "art. XVII", false, &context).into_iter().map(|step| step.text).collect();
        let expected = [
            "Crescătorii de albine au obligația să anunțe primăria (art. XVII)",
            "Crescătorii de albine trebuie să păstreze dovada anunțului la stupină (art. XVII)",
        ];
        assert_eq!(texts, expected);
    }
}
