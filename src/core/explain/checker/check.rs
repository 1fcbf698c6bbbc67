//! Checks statements of an explanation against an act.

use std::ops::Range;

use super::claim::{Claim, Passage};
use super::figure::{FoundFigure, ProvisionLevel, StatedFigure};
use super::meaning;
use super::reader::{FigurePlace, figures};
use super::reading::ReadingMode;
use super::source::ActText;
use crate::domain::finding::{Finding, FindingCode};

/// Most provisions that a finding names.
const MAX_PLACES: usize = 3;

/// Why the act does not support something, and the provisions that belong to the reason.
type Unsupported = (FindingCode, Vec<String>);

/// Checks every figure of the claims, and the provisions that they name. Returns the findings in order of the claims.
pub fn check(source: &ActText, claims: &[Claim<'_>]) -> Vec<Finding> {
    check_each(source, claims).0
}

/// Like [`check`], with the claims that have no finding.
pub(super) fn check_each<'c, 'a>(source: &ActText, claims: &'c [Claim<'a>]) -> (Vec<Finding>, Vec<&'c Claim<'a>>) {
    let (mut findings, mut clear) = (Vec::new(), Vec::new());
    for claim in claims {
        let before = findings.len();
        check_claim(source, claim, &mut findings);
        if findings.len() == before {
            clear.push(claim);
        }
    }
    identify(&mut findings);
    (findings, clear)
}

fn check_claim(source: &ActText, claim: &Claim<'_>, findings: &mut Vec<Finding>) {
    let scope = Scope::of(source, claim, findings);
    let mut read: Vec<_> = claim.passages.iter().map(Passage::figures).collect();
    if claim.rests_on.is_some() {
        // "Every six months" is compared with the words of the act, which say "semestrial".
        let passages = claim.passages.iter().zip(&mut read);
        passages.for_each(|(passage, places)| leave_out_frequencies(passage, places));
    }
    for (passage, places) in claim.passages.iter().zip(&read) {
        places.iter().for_each(|place| scope.check(passage, place, findings));
    }
    if let ([first, second], [first_read, second_read]) = (&claim.passages[..], &read[..]) {
        compare(first, first_read, second_read, findings);
        compare(second, second_read, first_read, findings);
    }
    check_dates(claim, &scope, findings);
    if claim.rests_on.is_some() {
        check_words(claim, &scope, findings);
    }
}

/// Leaves out the numbers of words that say how often.
fn leave_out_frequencies(passage: &Passage<'_>, places: &mut Vec<FigurePlace>) {
    let said = meaning::frequencies_in(passage);
    let is_said = |found: &FoundFigure| said.iter().any(|range| range.contains(&found.range.start));
    places.retain(|place| !place.figures.iter().any(is_said));
}

/// Reports what the provisions of a claim do not support in its words. A place with a finding has no second one.
fn check_words(claim: &Claim<'_>, scope: &Scope<'_>, findings: &mut Vec<Finding>) {
    for (index, range, code, provisions) in meaning::objections(scope.source, &scope.parts, claim) {
        let Some(passage) = claim.passages.get(index) else { continue };
        let finding = passage.finding(&range, (code, provisions));
        let is_same = |other: &Finding| {
            (&other.field, other.lang, other.offset, &other.text)
                == (&finding.field, finding.lang, finding.offset, &finding.text)
        };
        if !findings.iter().any(is_same) {
            findings.push(finding);
        }
    }
}

/// Gives each finding an id that differs from the others and stays when the text around it changes.
fn identify(findings: &mut [Finding]) {
    for index in 0..findings.len() {
        let (before, rest) = findings.split_at_mut(index);
        let Some(Finding { id, lang, field, text, .. }) = rest.first_mut() else { continue };
        let is_same = |other: &&Finding| (other.lang, &other.field, &other.text) == (*lang, &*field, &*text);
        let number = before.iter().filter(is_same).count();
        *id = format!("{language} {field} {number} {text}", language = lang.code());
    }
}

impl Passage<'_> {
    fn figures(&self) -> Vec<FigurePlace> {
        let mut places = figures(&self.text[self.range.clone()], ReadingMode::of(self.language));
        for found in places.iter_mut().flat_map(|place| &mut place.figures) {
            found.range = found.range.start + self.range.start..found.range.end + self.range.start;
        }
        places
    }

    fn finding(&self, range: &Range<usize>, (code, provisions): Unsupported) -> Finding {
        let (field, text) = (self.field.to_owned(), self.text[range.clone()].to_owned());
        let offset = self.text[..range.start].chars().count();
        Finding { id: String::new(), lang: self.language, field, text, offset, code, provisions }
    }
}

/// The part of an act on which a claim rests.
struct Scope<'a> {
    source: &'a ActText,
    parts: Vec<Range<usize>>,
    /// The provisions that the claim names and may therefore mention.
    names: Vec<StatedFigure>,
    /// Whether a person wrote the words.
    is_of_person: bool,
}

impl<'a> Scope<'a> {
    /// Resolves the provisions of a claim; reports those that do not exist.
    fn of(source: &'a ActText, claim: &Claim<'_>, findings: &mut Vec<Finding>) -> Self {
        let Some(references) = claim.rests_on else { return Self::of_person(source) };
        let mut refuse = |why: Unsupported| {
            findings.extend(claim.passages.first().map(|passage| passage.finding(&passage.range, why)));
        };
        if references.is_empty() {
            refuse((FindingCode::NoProvision, vec![]));
        }
        let mut parts = Vec::new();
        for reference in references {
            match source.resolve(reference) {
                Some(found) => parts.extend(found),
                None => refuse((FindingCode::UnknownProvision, vec![reference.clone()])),
            }
        }
        // Without any provision that exists, each figure would be reported once more.
        if parts.is_empty() {
            parts.push(0..source.text().len());
        }
        Self { source, parts, names: ActText::names_of(references), is_of_person: false }
    }

    /// The words of a person, which may rest on the whole act and on what was before.
    fn of_person(source: &'a ActText) -> Self {
        Self {
            source,
            parts: Vec::from([Range { start: 0, end: source.text().len() }]),
            names: Vec::new(),
            is_of_person: true,
        }
    }

    /// Reports the figures of a place that have no support.
    fn check(&self, passage: &Passage<'_>, place: &FigurePlace, findings: &mut Vec<Finding>) {
        let is_of_past = self.is_of_person || meaning::is_of_past(passage);
        let judged: Vec<_> = place.figures.iter().map(|found| (found, self.judge(&found.figure, is_of_past))).collect();
        if place.is_ambiguous && judged.iter().any(|(_, judged)| judged.is_ok()) {
            return;
        }
        for (found, judged) in judged {
            let Err(why) = judged else { continue };
            if self.is_paragraph_label(passage, found) {
                continue;
            }
            let finding = passage.finding(&found.range, why);
            let is_new = findings.last() != Some(&finding);
            findings.extend(is_new.then_some(finding));
        }
    }

    /// Checks that the provisions of the claim have the figure, or that it is known otherwise.
    fn judge(&self, figure: &StatedFigure, is_of_past: bool) -> Result<(), Unsupported> {
        let is_inside = |range: &Range<usize>| self.parts.iter().any(|part| part.contains(&range.start));
        let is_named = || self.source.is_changed_act(figure) || self.has_provision(figure);
        let is_known = || self.names.contains(figure) || self.source.is_fact(figure) || is_named();
        if self.source.places_of(figure).any(is_inside) || is_known() {
            return Ok(());
        }
        if let Some(old) = self.source.old_in(&self.parts).find(|old| old.has(figure)) {
            return if is_of_past { Ok(()) } else { Err((FindingCode::OnlyBefore, vec![old.source.clone()])) };
        }
        let mut found_in: Vec<_> = self.source.places_of(figure).map(|at| self.source.provision_at(at.start)).collect();
        found_in.dedup();
        found_in.truncate(MAX_PLACES);
        let code = if found_in.is_empty() { FindingCode::NotInAct } else { FindingCode::Elsewhere };
        Err((code, found_in))
    }
}

impl Scope<'_> {
    /// Whether the figure is the number before a paragraph that the act has, "(5) Cererea ...", "(6^1) Cererea ...".
    fn is_paragraph_label(&self, passage: &Passage<'_>, found: &FoundFigure) -> bool {
        let start = found.range.start;
        let (before, rest) = passage.text.split_at(start);
        let Some((number, after)) = rest.split_once(") ") else { return false };
        let begins = after.starts_with(char::is_uppercase);
        let is_of = |part: &Range<usize>| self.source.has_provision(part, ProvisionLevel::Paragraph, number);
        before.ends_with('(') && begins && self.parts.iter().any(is_of)
    }

    /// Whether the figure is a provision inside those that the claim names.
    fn has_provision(&self, figure: &StatedFigure) -> bool {
        let StatedFigure::Provision { level, label } = figure else { return false };
        self.parts.iter().any(|part| self.source.has_provision(part, *level, label))
    }
}

/// Reports the figures of a passage that the other language does not have.
fn compare(passage: &Passage<'_>, own: &[FigurePlace], other: &[FigurePlace], findings: &mut Vec<Finding>) {
    let others: Vec<_> = other.iter().flat_map(|place| &place.figures).map(|found| &found.figure).collect();
    let is_missing = |found: &&FoundFigure| {
        found.figure.is_comparable() && !others.iter().any(|other| found.figure.corresponds_to(other))
    };
    for place in own {
        let missing = place.figures.iter().filter(is_missing).count();
        let is_reported = if place.is_ambiguous { missing == place.figures.len() } else { missing > 0 };
        let Some(found) = place.figures.iter().find(is_missing).filter(|_| is_reported) else { continue };
        let finding = passage.finding(&found.range, (FindingCode::OneLanguage, vec![]));
        // A figure without support was reported already.
        let place_of = |finding: &Finding| (finding.field.clone(), finding.lang, finding.offset);
        if !findings.iter().any(|reported| place_of(reported) == place_of(&finding)) {
            findings.push(finding);
        }
    }
}

/// Reports days outside the text that have no support.
fn check_dates(claim: &Claim<'_>, scope: &Scope<'_>, findings: &mut Vec<Finding>) {
    for date in &claim.dates {
        let part = |value: i8| u8::try_from(value).ok();
        let figure = StatedFigure::Date {
            year: u16::try_from(date.year()).ok(),
            month: part(date.month()),
            day: part(date.day()),
        };
        let Err(why) = scope.judge(&figure, false) else { continue };
        let Some(passage) = claim.passages.first() else { continue };
        let finding = Finding { text: date.to_string(), ..passage.finding(&passage.range, why) };
        findings.push(finding);
    }
}

#[cfg(test)]
mod tests {
    use super::super::before::BeforeText;
    use super::*;
    use crate::domain::Language;

    fn act() -> ActText {
        let text = "Articolul I Legea societăților nr. 31/1990 se modifică: 1. La articolul 11, alineatul (1) se modifică \
            și va avea următorul cuprins: (1) Capitalul social al societății se stabilește de asociați. 2. Articolul 12 \
            se modifică: Articolul 12 Taxa este de 50 lei.";
        let before = BeforeText {
            source: "art. I pct. 1".into(),
            provision: "art. 11 alin. (1) din Legea nr. 31/1990".into(),
            before: "(1) Capitalul social al societății nu poate fi mai mic de 200 lei.".into(),
            after: "(1) Capitalul social al societății se stabilește de asociați.".into(),
        };
        ActText::new(text, "").with_before(vec![before])
    }

    fn codes(ro: &str, rests_on: Option<&str>) -> Vec<FindingCode> {
        let rests_on = rests_on.map(|name| vec![name.to_owned()]);
        let passage = Passage { field: "in_short", language: Language::Ro, text: ro, range: 0..ro.len() };
        let claim = Claim { rests_on: rests_on.as_deref(), passages: vec![passage], dates: vec![] };
        check(&act(), &[claim]).into_iter().map(|finding| finding.code).collect()
    }

    #[test]
    fn a_sentence_about_what_was_rests_on_the_old_text() {
        for said in [
            "Dispare capitalul minim de 200 de lei.",
            "Nu mai există un capital minim de 200 de lei al societății.",
            "Până acum, capitalul social era de cel puțin 200 de lei.",
        ] {
            assert_eq!(codes(said, Some("art. I pct. 1")), vec![], "{said}");
        }
        assert_eq!(codes("Dispare capitalul minim de 300 de lei.", Some("art. I pct. 1")), [FindingCode::NotInAct]);
    }

    #[test]
    fn the_number_of_a_point_supports_no_amount() {
        let found = codes("Plătești două amenzi și taxa de 50 lei.", Some("art. I pct. 2"));
        assert!(found.contains(&FindingCode::NotInAct), "{found:?}");
    }

    #[test]
    fn the_number_before_a_paragraph_of_the_act_is_no_amount() {
        let source = "Articolul 3 (1) Cererea se depune. (2) Taxa este de 50 lei. (2^1) Dovada se păstrează.";
        let found = |said: &str| {
            let passage = Passage { field: "in_short", language: Language::Ro, text: said, range: 0..said.len() };
            check(&ActText::new(source, ""), &[Claim { rests_on: None, passages: vec![passage], dates: vec![] }]).len()
        };
        assert_eq!(found("(1) Cererea se depune. (2) Taxa este de 50 lei."), 0);
        assert_eq!(found("(2^1) Dovada se păstrează."), 0);
        assert_ne!(found("(2^2) Dovada se păstrează."), 0, "the act has no such paragraph");
        assert_eq!(found("Cererea se depune. (3) Taxa este de 50 lei."), 1, "the act has no third paragraph");
        assert_eq!(found("Taxa este de (2) lei."), 1, "an amount");
    }

    /// The objections to a Romanian statement that rests on an article of the act.
    fn in_article(act: &str, said: &str, name: &str) -> Vec<FindingCode> {
        let rests_on = [format!("art. {name}")];
        let passage = Passage { field: "in_short", language: Language::Ro, text: said, range: 0..said.len() };
        let claim = Claim { rests_on: Some(&rests_on), passages: vec![passage], dates: vec![] };
        check(&ActText::new(act, ""), &[claim]).into_iter().map(|finding| finding.code).collect()
    }

    #[test]
    fn what_is_asked_left_out_and_freed_is_compared() {
        let act = "Articolul 1 Licența se acordă cu avizul ministerului. Articolul 2 Arborii se taie fără marcarea prealabilă. \
            Articolul 3 Posturile se transferă la alte instanțe. Articolul 4 Prezenta lege nu impune autorităților \
            obligația de a strânge date. Articolul 5 Operatorul care introduce un produs cu mai mult de 10 substanțe \
            neeligibile este sancționat.";
        let found = |said: &str, name: &str| in_article(act, said, name);
        for (said, name, code) in [
            ("Licența se acordă fără avizul ministerului.", "1", Some(FindingCode::Opposite)),
            ("Licența nu se acordă fără avizul ministerului.", "1", None),
            ("Arborii se taie numai după marcarea lor.", "2", Some(FindingCode::Opposite)),
            ("Arborii se taie fără să fie marcați.", "2", None),
            ("Posturile nu se pierd, se transferă.", "3", None),
            ("Autoritățile sunt obligate să strângă date.", "4", Some(FindingCode::Modality)),
            ("Autoritățile nu sunt obligate să strângă date.", "4", None),
            ("Operatorul cu substanțe eligibile este sancționat.", "5", Some(FindingCode::Opposite)),
        ] {
            let found = found(said, name);
            assert!(code.map_or(found.is_empty(), |code| found.contains(&code)), "{said} {found:?}");
        }
    }

    #[test]
    fn denials_days_and_parties_are_compared_in_words() {
        let act = "Articolul 1 Până la 31 decembrie 2028, membrii Consiliului A.S.F. nu beneficiază de bonusuri. \
            Articolul 2 Scaunele rulante nu sunt vehicule, acestea nefiind supuse asigurării. Articolul 3 Neactualizarea \
            datelor atrage eliminarea din registru. Articolul 4 Limita este: a) pentru prejudicii materiale, 100 lei. \
            b) Pentru vătămări corporale, limita este de 900 lei. Articolul 5 Până la notarea în registru, terenul nu se vinde.";
        let found = |said: &str, name: &str| in_article(act, said, name);
        for (said, name, code) in [
            ("Membrii Consiliului ASF nu primesc bonusuri până la 31 decembrie 2028.", "1", None),
            ("Membrii Consiliului primesc bonusuri.", "1", Some(FindingCode::Opposite)),
            ("Scaunele rulante nu sunt supuse asigurării.", "2", None),
            ("Scaunele rulante sunt supuse asigurării.", "2", Some(FindingCode::Opposite)),
            ("Cine nu actualizează datele este eliminat din registru.", "3", None),
            ("Terenul nu se vinde până la notarea în registru.", "5", None),
            ("Limita este de 100 lei pentru prejudicii materiale și de 900 lei pentru vătămări.", "4", None),
            (
                "Limita este de 900 lei pentru prejudicii materiale și de 100 lei pentru vătămări.",
                "4",
                Some(FindingCode::Exchanged),
            ),
        ] {
            assert_eq!(found(said, name), Vec::from_iter(code), "{said}");
        }
        let after = found("Membrii Consiliului au parte de bonusuri după 31 decembrie 2028.", "1");
        assert!(after.contains(&FindingCode::Limit), "{after:?}");
    }

    #[test]
    fn what_comes_after_a_limit_and_what_is_freed_is_compared() {
        let act = "Articolul 1 Sesizarea se depune, dar nu mai târziu de 5 ani de la data faptei. Articolul 2 Inspectorii \
            sunt exceptați de la obligația deținerii experienței. Articolul 3 Sumele se restituie integral.";
        for (said, name, code) in [
            ("După 5 ani de la faptă sesizarea nu se mai depune.", "1", None),
            ("După 5 ani de la faptă sesizarea se poate depune.", "1", Some(FindingCode::Opposite)),
            ("Inspectorii lucrează numai dacă au experiență.", "2", Some(FindingCode::Opposite)),
            ("Păstrezi sumele.", "3", Some(FindingCode::Opposite)),
            ("Dai sumele înapoi.", "3", None),
        ] {
            let found = in_article(act, said, name);
            assert!(code.map_or(found.is_empty(), |code| found.contains(&code)), "{said} {found:?}");
        }
    }

    #[test]
    fn a_punishment_from_six_months_on_is_no_frequency() {
        let act = "Articolul 1 Fapta se pedepsește cu închisoare de la 6 luni la 2 ani.";
        let found = in_article(act, "Fapta se pedepsește cu închisoare de la șase luni la doi ani.", "1");
        assert!(!found.contains(&FindingCode::Frequency), "{found:?}");
    }

    #[test]
    fn an_old_figure_is_not_valid_now_nor_elsewhere() {
        let now = "Capitalul social al societății este de 200 de lei.";
        assert_eq!(codes(now, Some("art. I pct. 1")), [FindingCode::OnlyBefore]);
        let elsewhere = codes("Dispare taxa de 200 de lei.", Some("art. I pct. 2"));
        assert!(elsewhere.contains(&FindingCode::NotInAct), "{elsewhere:?}");
        assert_eq!(codes("Capitalul era de 200 de lei.", None), vec![], "the words of a person");
    }
}
