//! What a predicate asks of its subject: a duty, an act in the present or the future, or an act that it may take.

use super::verbs::main_verb_or;
use crate::domain::text::fold;

/// Verbs of main clauses with which a duty is worded, beside those of every sentence.
const ACTIONS: [&str; 41] = [
    "adaugă",
    "aduc",
    "aduce",
    "anexează",
    "anunță",
    "aplică",
    "cer",
    "cere",
    "comunică",
    "contestă",
    "desemnează",
    "duc",
    "explică",
    "ia",
    "iau",
    "informează",
    "justifică",
    "numesc",
    "numește",
    "optează",
    "plătește",
    "predau",
    "predă",
    "publică",
    "pun",
    "pune",
    "păstrează",
    "reia",
    "remit",
    "remite",
    "rețin",
    "reține",
    "suportă",
    "urmează",
    "verifică",
    "înaintează",
    "încheie",
    "înscrie",
    "înscriu",
    "înștiințează",
    "își",
];

/// What a predicate asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ask {
    /// "au obligația", "este obligat", "trebuie", "vor depune".
    Duty(&'static str),
    /// "depun", "comunică".
    Act(&'static str),
    /// "pot solicita".
    Choice(&'static str),
}

impl Ask {
    /// The words by which it is recognised.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Duty(words) | Self::Act(words) | Self::Choice(words) => words,
        }
    }
}

/// Beginnings of a predicate of duty, folded.
const DUTIES: [&str; 14] = [
    "are datoria",
    "are indatorirea",
    "are obligati",
    "are urmatoarele obligatii",
    "au datoria",
    "au indatorirea",
    "au obligati",
    "au urmatoarele obligatii",
    "este obligat",
    "este tinut",
    "se obliga",
    "sunt obligat",
    "sunt tinut",
    "trebuie",
];
/// Beginnings of acts in the present, folded.
const ACTS: [&str; 72] = [
    "achita",
    "aduc la cunostin",
    "aduce la cunostin",
    "afiseaza",
    "anexeaza",
    "anunta",
    "aplica",
    "asigura",
    "calculeaza",
    "cer ",
    "cere ",
    "completeaza",
    "comunica",
    "contesta",
    "datoreaza",
    "declara",
    "depun",
    "desemneaza",
    "elaboreaza",
    "elibereaza",
    "emit",
    "fac dovada",
    "face dovada",
    "furnizeaza",
    "ia masuri",
    "iau masuri",
    "implementeaza",
    "inainteaza",
    "incheie",
    "informeaza",
    "inregistreaza",
    "inscri",
    "instiinteaza",
    "intocmesc",
    "intocmeste",
    "isi declara",
    "isi exprima",
    "mentin",
    "notifica",
    "numesc",
    "numeste",
    "obtin",
    "opteaza",
    "participa",
    "pastreaza",
    "platesc",
    "plateste",
    "preda ",
    "predau",
    "prezinta",
    "publica",
    "pun la dispozitie",
    "pune la dispozitie",
    "ramburseaza",
    "raporteaza",
    "remit",
    "restituie",
    "retin",
    "se adreseaza",
    "se inregistreaza",
    "se inscri",
    "se prezinta",
    "sesizeaza",
    "solicita",
    "suporta",
    "tin evidenta",
    "tine evidenta",
    "transmit",
    "urmeaza sa",
    "utilizeaza exclusiv",
    "verifica",
    "vireaza",
];
/// Beginnings of a choice, folded.
const CHOICES: [&str; 8] = ["are dreptul", "au dreptul", "poate", "pot", "se poate", "se pot", "va putea", "vor putea"];
/// Verbs of what somebody may choose to do, folded.
const CHOSEN: [&str; 28] = [
    "adresa",
    "ataca",
    "ceara",
    "cere",
    "constitui",
    "constituie",
    "contesta",
    "conteste",
    "declara",
    "denunta",
    "depun",
    "face contestati",
    "formul",
    "inainta",
    "inscrie",
    "introduca",
    "introduce",
    "notific",
    "opta",
    "opteze",
    "refuz",
    "renunt",
    "retrage",
    "rezilia",
    "se adrese",
    "sesiz",
    "solicit",
    "transfera",
];
/// What readers formulate, folded.
const COMPLAINTS: [&str; 7] = [" cerer", " contest", " obiec", " plang", " propuner", " reclama", " sesiz"];
/// What follows "publică" where it is a verb and no adjective.
const PUBLISHED: [&str; 13] = [
    "anual",
    "anunțul",
    "informații",
    "la",
    "lista",
    "lunar",
    "o",
    "pe",
    "permanent",
    "raportul",
    "semestrial",
    "trimestrial",
    "în",
];
/// What follows "va" and "vor" and is no act, folded.
const STATES: [&str; 8] = ["avea", "benefici", "deveni", "exista", "fi", "intra", "primi", "putea"];
/// Words between the verb of a choice and what is chosen.
const FEW_WORDS: usize = 5;

/// The place of the predicate of a clause that begins with its subject.
pub(super) fn predicate(clause: &str) -> Option<usize> {
    let verb = main_verb_or(clause, &ACTIONS)?;
    // "care au permis și solicită categoria A2 sunt exceptate": the second verb is of the relative clause, too.
    let before = clause[..verb].trim_end();
    let is_joined =
        [" nu", " și", " sau", " ori", " să", " care", " a", " de"].iter().any(|word| before.ends_with(word));
    let words: Vec<_> = clause[verb..].split([' ', ',']).take(2).collect();
    let is_adjective = words[0] == "publică" && words.get(1).is_none_or(|next| !PUBLISHED.contains(next));
    (!is_joined && !is_adjective).then_some(verb)
}

/// What a predicate asks. `None` for a state, a denial and a ban.
pub(super) fn ask(predicate: &str) -> Option<Ask> {
    let folded = fold(predicate);
    let begins = |known: &[&'static str]| known.iter().find(|words| folded.starts_with(**words)).copied();
    if let Some(words) = begins(&DUTIES) {
        // "trebuie să nu fi împlinit", "trebuie să fie": a condition, and no act.
        let is_state = ["trebuie sa fie", "trebuie sa nu", "trebuie sa aiba", "trebuie sa fi ", "trebuie sa existe"];
        return (!is_state.iter().any(|state| folded.starts_with(state))).then_some(Ask::Duty(words));
    }
    if let Some(words) = begins(&CHOICES) {
        let near: Vec<_> = folded.split(' ').skip(1).take(FEW_WORDS).collect();
        let chosen = near.iter().position(|word| CHOSEN.iter().any(|verb| word.starts_with(verb)))?;
        let is_passive = near[..chosen].contains(&"fi");
        // "medicul are dreptul de a formula prescripții": an act of a profession.
        let is_complaint = !near[chosen].starts_with("formul") || COMPLAINTS.iter().any(|noun| folded.contains(noun));
        return (!is_passive && is_complaint).then_some(Ask::Choice(words));
    }
    if let Some((_, rest)) = folded.split_once(' ').filter(|(word, _)| matches!(*word, "va" | "vor")) {
        let is_act = !STATES.iter().any(|state| rest.starts_with(state)) && !rest.starts_with("nu ");
        return is_act.then_some(Ask::Duty(if folded.starts_with("va") { "va" } else { "vor" }));
    }
    begins(&ACTS).map(Ask::Act)
}

/// Documents of readers, as the subject of "se depune", folded.
const DOCUMENTS: [&str; 16] = [
    "cererea",
    "cererile",
    "contestatia",
    "contestatiile",
    "declaratia",
    "declaratiile",
    "documentatia",
    "dosarul",
    "notificarea",
    "oferta",
    "plangerea",
    "plangerile",
    "sesizarea",
    "sesizarile",
    "solicitarea",
    "solicitarile",
];
/// Passives by which a document is handed in, folded.
const HANDED_IN: [&str; 10] = [
    "poate fi depus",
    "poate fi formulat",
    "pot fi depus",
    "pot fi formulat",
    "se depun",
    "se formuleaza",
    "se introduc",
    "se pot depune",
    "va fi depus",
    "vor fi depus",
];
/// Passives of a decision that its readers may contest, folded.
const CONTESTED: [&str; 8] = [
    "poate fi atacat",
    "poate fi contestat",
    "pot fi atacat",
    "pot fi contestat",
    "se poate ataca",
    "se poate contesta",
    "se pot ataca",
    "se pot contesta",
];

/// What a sentence asks that names an act without its agent: "contestația se depune", "decizia poate fi contestată".
pub(super) fn ask_of_anyone(sentence: &str) -> Option<Ask> {
    let verb = predicate(sentence)?;
    let (subject, predicate) = (fold(&sentence[..verb]), fold(&sentence[verb..]));
    let begins = |known: &[&'static str]| known.iter().find(|words| predicate.starts_with(**words)).copied();
    if let Some(words) = begins(&CONTESTED) {
        return Some(Ask::Choice(words));
    }
    let is_document = DOCUMENTS.iter().any(|noun| subject.starts_with(noun));
    let words = begins(&HANDED_IN).filter(|_| is_document)?;
    Some(Ask::Act(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_predicate_asks_for_acts_and_not_for_states() {
        for (clause, expected) in [
            ("furnizorii au obligația de a transmite datele", Some(Ask::Duty("au obligati"))),
            ("proprietarul își exprimă acordul scris", Some(Ask::Act("isi exprima"))),
            ("titularii autorizațiilor vor publica o notificare", Some(Ask::Duty("vor"))),
            ("proprietarii se pot constitui în organizații", Some(Ask::Choice("se pot"))),
            ("persoanele pot fi amendate", None),
            ("solicitantul trebuie să fie cetățean român", None),
            ("beneficiarul primește indemnizația", None),
            ("asigurații nu depun cererea", None),
        ] {
            let found = predicate(clause).and_then(|at| ask(&clause[at..]));
            assert_eq!(found, expected, "{clause}");
        }
        let passive = "Decizia poate fi contestată la tribunal în termen de 15 zile";
        assert_eq!(ask_of_anyone(passive), Some(Ask::Choice("poate fi contestat")));
        assert_eq!(ask_of_anyone("Cererea se depune la primărie"), Some(Ask::Act("se depun")));
        assert_eq!(ask_of_anyone("Bunurile se depun la primărie"), None);
    }
}
