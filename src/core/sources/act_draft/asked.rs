//! The reader that a sentence asks something: the clause that begins with its subject, and what its predicate asks.

use super::asking::{Ask, ask, ask_of_anyone, predicate};
use super::bearers::{
    acts_for_the_state, bearer_clauses, begins_with_bearer, begins_with_case, first_part, is_official,
};
use super::obliged::{is_obliged, names_readers_only};
use super::phrase::main_clause;
use super::wording::begins_with_authority;
use crate::domain::text::fold;

/// Most clauses of a sentence that are read: a hostile one repeats them.
pub(super) const MOST_CLAUSES: usize = 50;
/// What a sentence speaks of that sets no step: definitions and sanctions, folded.
const NO_STEP: [&str; 4] = [" se intelege", "constituie contraventi", "se pedepse", "se sanctioneaza"];
/// Passives whose agent may be a reader, folded.
const PASSIVES: [&str; 14] = [
    "se achita", "se comunica", "se declara", "se depun", "se intocmesc", "se intocmeste", "se notifica", "se platesc",
    "se plateste", "se prezinta", "se ramburseaza", "se restituie", "se suporta", "se transmit",
];
/// Bytes between a passive and its agent, and between a second subject and its verb.
const AGENT: usize = 60;
/// Words that join a second subject to an authority, and to another reader.
const BESIDE: &str = " precum și ";
const JOINED: [&str; 3] = [" sau ", " ori ", " și "];
/// Pronouns of a main clause behind a case, with the ending of the noun that they stand for, folded.
const PRONOUNS: [(&str, &str); 4] = [("acesta ", "l"), ("aceasta ", "a"), ("acestia ", "ii"), ("acestea ", "le")];
/// Words of a case behind which its subject stands.
const CASES: [&str; 5] = ["Dacă ", "când ", "dacă ", "după ce ", "în care "];
/// What officials do as employees, and not for the state: the verb of their duty, folded.
const OWN_ACTS: [&str; 13] = [
    "aduca la cunostinta", "anunt", "declar", "depun", "inform", "notific", "opt", "participe", "preda", "predea",
    "prezent", "prezint", "restitui",
];

/// What a sentence asks of one who may be bound, with the clause that begins with its subject.
pub(super) fn asked(sentence: &str) -> Option<(&str, Ask)> {
    let folded = fold(sentence);
    if NO_STEP.iter().any(|words| folded.contains(words)) {
        return None;
    }
    let main = main_clause(sentence);
    let found = bearer_clauses(main).into_iter().take(MOST_CLAUSES).filter(|clause| !is_of_authority(main, clause));
    let found = found.into_iter().find_map(|clause| {
        let verb = predicate(clause)?;
        is_reader(&clause[..verb]).then_some(())?;
        Some((clause, ask(&clause[verb..])?))
    });
    found.or_else(|| of_pronoun(main)).or_else(|| {
        let verb = predicate(main)?;
        let found = of_joined(main, verb).or_else(|| of_agent(main, verb)).or_else(|| of_obliged(main));
        found.or_else(|| {
            // "de către" names another agent.
            let is_of_readers = !folded.contains(" de catre ") && !acts_for_the_state(&folded);
            is_of_readers.then(|| ask_of_anyone(main, verb)).flatten().map(|ask| (main, ask))
        })
    })
}

/// Whether an authority is the subject before a clause: "În termen de 30 de zile, ministerul comunică lista, …".
fn is_of_authority(main: &str, clause: &str) -> bool {
    let front = &main[..main.len() - clause.len()];
    let is_case = CASES.iter().any(|case| front.contains(case));
    // "Pe terenurile pe care statul realizează amenajări, proprietarii …"
    let own = front.split(" care ").next().unwrap_or_default();
    !is_case && begins_with_authority(&fold(own))
}

/// Whether a subject is a reader, and its words say which.
fn is_reader(subject: &str) -> bool {
    let folded = fold(subject);
    let has_authority = folded.split(", ").skip(1).any(begins_with_authority);
    !is_reference(&folded) && !has_authority && !acts_for_the_state(&folded)
}

/// Whether only a reference says what a folded subject is: "persoanele prevăzute la alin. (1)".
fn is_reference(folded: &str) -> bool {
    let mut words = folded.split(' ').take(3);
    words.any(|word| ["mentionat", "prevazut"].iter().any(|stem| word.starts_with(stem)))
}

/// A sentence with two subjects of which the second is a reader: "ocolul silvic sau proprietarul, după caz, își exprimă
/// acordul", "instituțiile publice, precum și persoanele juridice au obligația".
fn of_joined(sentence: &str, verb: usize) -> Option<(&str, Ask)> {
    let subject = &sentence[..verb];
    let bearer_behind = |at: usize, link: &str| {
        let other = &subject[at + link.len()..];
        (begins_with_bearer(&fold(first_part(other))) && is_reader(other)).then_some(other)
    };
    let asks = ask(&sentence[verb..])?;
    // "Persoanele prevăzute la alin. (3), precum și persoanele care lucrează la secretariat": only a reference says who is meant.
    let mut beside =
        subject.match_indices(BESIDE).take(MOST_CLAUSES).filter(|_| !is_reference(&fold(first_part(subject))));
    if let Some(other) = beside.find_map(|(at, link)| bearer_behind(at, link)) {
        return Some((&sentence[verb - other.len()..], asks));
    }
    let is_of_readers = is_reader(subject) && !begins_with_authority(&fold(subject));
    let mut joined = JOINED.iter().flat_map(|link| subject.match_indices(link)).take(MOST_CLAUSES);
    let near = |other: &&str| other.len() <= AGENT;
    let other = joined.find_map(|(at, link)| bearer_behind(at, link).filter(near)).filter(|_| is_of_readers)?;
    Some((&sentence[verb - other.len()..], asks))
}

/// A main clause whose pronoun stands for the subject of the case before it: "în cazul în care beneficiarii au încheiat
/// contracte, aceștia trebuie să facă dovada".
fn of_pronoun(sentence: &str) -> Option<(&str, Ask)> {
    let mut clauses = sentence.match_indices(", ").map(|(at, _)| (at, &sentence[at + 2..]));
    let (at, clause, ending) = clauses.find_map(|(at, clause)| {
        let folded = fold(first_part(clause));
        let ending = PRONOUNS.iter().find(|(pronoun, _)| folded.starts_with(pronoun))?.1;
        Some((at, clause, ending))
    })?;
    let case = &sentence[..at];
    let (_, of_case) = CASES.iter().find_map(|words| case.split_once(*words))?;
    let head = fold(first_part(of_case));
    let noun = head.split([' ', ',']).next().unwrap_or_default();
    let verb = predicate(clause)?;
    let is_same = begins_with_bearer(&head) && noun.ends_with(ending);
    (is_same && is_reader(of_case)).then_some(())?;
    Some((clause, ask(&clause[verb..])?))
}

/// A sentence whose pronoun stands for the reader who is the subject of the sentence before, with that subject in place
/// of the pronoun: "Beneficiarul depune cererea. Acesta are obligația să …".
pub(super) fn with_antecedent(before: &str, sentence: &str) -> Option<String> {
    let folded = fold(first_part(sentence));
    let (pronoun, ending) = PRONOUNS.iter().find(|(pronoun, _)| folded.starts_with(pronoun))?;
    let verb = predicate(before)?;
    let subject = before[..verb].trim_end();
    let head = fold(first_part(subject));
    let noun = head.split([' ', ',']).next().unwrap_or_default();
    let is_antecedent =
        subject.len() <= AGENT && begins_with_bearer(&head) && noun.ends_with(ending) && is_reader(subject);
    // A pronoun has as many letters with diacritics as without them.
    let rest: String = sentence.chars().skip(pronoun.len()).collect();
    let asks = matches!(ask(&rest), Some(Ask::Duty(_) | Ask::Choice(_)));
    (is_antecedent && asks).then(|| format!("{subject} {rest}"))
}

/// A passive whose agent is a reader: "contribuția se plătește de către furnizor".
fn of_agent(sentence: &str, verb: usize) -> Option<(&str, Ask)> {
    let (passive, agent) = sentence[verb..].split_once(" de către ")?;
    let folded = fold(passive);
    let words = PASSIVES.iter().find(|words| folded.starts_with(**words))?;
    let is_near = passive.len() <= AGENT && !passive.contains([',', ';', ':']);
    let is_bearer = is_near && begins_with_bearer(&fold(first_part(agent))) && is_reader(first_part(agent));
    is_bearer.then_some((sentence, Ask::Act(words)))
}

/// A clause whose predicate says that its subject is bound, as only persons are: "administratorul este obligat", and
/// what an official does as an employee.
fn of_obliged(sentence: &str) -> Option<(&str, Ask)> {
    let behind = sentence.match_indices(", ").map(|(at, _)| &sentence[at + 2..]).filter(|_| begins_with_case(sentence));
    std::iter::once(sentence).chain(behind).take(MOST_CLAUSES).find_map(|clause| {
        let verb = predicate(clause)?;
        let (subject, asks) = (&clause[..verb], ask(&clause[verb..])?);
        if is_official(&fold(first_part(clause))) {
            return is_own(&clause[verb..]).then_some((clause, asks));
        }
        let front = &sentence[..sentence.len() - clause.len()];
        let is_pronoun = PRONOUNS.iter().any(|(pronoun, _)| fold(subject) == *pronoun);
        let is_bound = is_obliged(subject) || is_pronoun && names_readers_only(front);
        (asks.is_bond() && is_reader(subject) && is_bound).then_some((clause, asks))
    })
}

/// Whether a predicate is what an official does as an employee: "este obligat să informeze".
fn is_own(predicate: &str) -> bool {
    let folded = fold(first_part(predicate));
    let act = [" sa ", " de a "].iter().filter_map(|link| folded.split_once(link)).next();
    act.is_some_and(|(_, act)| {
        let act = act.strip_prefix("isi ").unwrap_or(act);
        OWN_ACTS.iter().any(|verb| act.starts_with(verb))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clause_of(sentence: &str) -> Option<String> {
        asked(sentence).map(|(clause, _)| clause.split(' ').next().unwrap_or_default().to_owned())
    }

    #[test]
    fn a_reader_may_be_the_second_subject() {
        for (sentence, expected) in [
            ("Asociația de vânătoare sau arendașul, după caz, repară paguba și anunță primăria.", None),
            ("Ocolul silvic sau arendașul, după caz, anunță primăria.", Some("arendașul,")),
            ("Casierii localului și vânzătorii din magazine au obligația de a cere actul.", Some("vânzătorii")),
            ("Instituțiile publice, precum și persoanele juridice care au angajați, pot opta.", Some("persoanele")),
            ("Ministerul și furnizorii de servicii au obligația să publice lista.", None),
            ("Persoanele prevăzute la art. 3, precum și persoanele care ajută au obligația să tacă.", None),
            ("În caz de avarie, entitățile competente sunt obligate să emită avizul.", None),
            (
                "Pe drumurile pe care statul lucrează, transportatorii au obligația să oprească.",
                Some("transportatorii"),
            ),
            ("În zece zile, ministerul, care ține registrul, comunică lista, furnizorii depun oferta.", None),
        ] {
            assert_eq!(clause_of(sentence).as_deref(), expected, "{sentence}");
        }
    }

    #[test]
    fn a_duty_that_is_named_as_such_needs_no_known_noun() {
        for (sentence, expected) in [
            ("Custodele are obligația să păstreze bunurile în bună stare.", Some("Custodele")),
            (
                "În termen de zece zile, administratorul fondului este obligat să anunțe investitorii.",
                Some("administratorul"),
            ),
            ("Funcționarul public este obligat să informeze instituția cu zece zile înainte.", Some("Funcționarul")),
            ("Funcționarul public are obligația să soluționeze petițiile.", None),
            ("Inspectorii antifraudă au obligația să legitimeze persoana.", None),
            ("Comitetul Național are obligația să publice lista.", None),
            ("Administrațiile portuare au obligația de a publica lista.", None),
            ("Participarea procurorului este obligatorie.", None),
        ] {
            assert_eq!(clause_of(sentence).as_deref(), expected, "{sentence}");
        }
    }

    #[test]
    fn a_pronoun_stands_for_the_reader_of_the_sentence_before() {
        let made = |before: &str, sentence: &str| with_antecedent(before, sentence);
        let duty = "Acesta are obligația să păstreze dovada.";
        let expected = "Beneficiarul are obligația să păstreze dovada.";
        assert_eq!(made("Beneficiarul depune cererea la primărie.", duty).as_deref(), Some(expected));
        assert_eq!(made("Beneficiarii depun cererea la primărie.", duty), None);
        assert_eq!(made("Primarul depune cererea la minister.", duty), None);
        assert_eq!(made("Beneficiarul depune cererea.", "Acesta primește o sumă."), None);
    }
}
