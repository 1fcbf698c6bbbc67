//! What a predicate asks of its subject: a duty, an act in the present or the future, or an act that it may take.

use super::verbs::main_verb_or;
use super::words::places;
use crate::domain::text::fold;

/// Verbs of main clauses with which a duty is worded, beside those of every sentence.
const ACTIONS: [&str; 46] = [
    "acoperă", "adaugă", "aduc", "aduce", "anunță", "aplică", "cer", "cere", "comunică", "confirmă", "contestă", "duc",
    "explică", "ia", "iau", "identifică", "indică", "instruiesc", "justifică", "mențin", "menține", "numesc", "predau",
    "predă", "publică", "pun", "pune", "reia", "remediază", "remit", "remite", "revizuiesc", "rețin", "reține",
    "suportă", "supun", "supune", "trimit", "trimite", "verifică", "încheie", "înscrie", "înscriu", "întrețin",
    "întreține", "își",
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

    /// Whether the duty is named as such, as only those of persons are: "are obligația", and no "trebuie".
    pub(super) fn is_bond(self) -> bool {
        matches!(self, Self::Duty(words) if !matches!(words, "trebuie" | "va" | "vor"))
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
/// Beginnings of a predicate that looks like a duty and is a state, folded: "este obligatorie".
const CONDITIONS: [&str; 7] = [
    "este obligatori", "sunt obligatori", "trebuie sa aiba", "trebuie sa existe", "trebuie sa fi ", "trebuie sa fie",
    "trebuie sa nu",
];
/// Acts that a condition asks for, folded.
const PROOFS: [&str; 4] = [" sa depuna ", " sa faca dovada ", " sa prezinte ", " sa solicite "];
/// Beginnings of acts in the present, folded.
const ACTS: [&str; 101] = [
    "achita", "achizitioneaza", "acopera", "actualizeaza", "aduc la cunostin", "aduce la cunostin", "afiseaza",
    "anexeaza", "anunta", "aplica", "arhiveaza", "asigura", "avertizeaza", "calculeaza", "cer ", "cere ", "colecteaza",
    "completeaza", "comunica", "confirma", "consemneaza", "contesta", "datoreaza", "declara", "depun", "desemneaza",
    "efectueaza", "elaboreaza", "elibereaza", "emit", "evidentiaza", "fac dovada", "face dovada", "factureaza",
    "finalizeaza", "furnizeaza", "ia masuri", "iau masuri", "identifica", "implementeaza", "inainteaza", "incheie",
    "informeaza", "inregistreaza", "inscri", "instaleaza", "instiinteaza", "instruiesc", "instruieste", "intocmesc",
    "intocmeste", "intretin", "isi declara", "isi exprima", "marcheaza", "mentin", "monitorizeaza", "notifica",
    "numesc", "numeste", "obtin", "opteaza", "participa", "pastreaza", "platesc", "plateste", "preda ", "predau",
    "prezinta", "publica", "pun la dispozitie", "pune la dispozitie", "ramburseaza", "raporteaza", "reia", "remediaza",
    "remit", "restituie", "retin", "returneaza", "revizui", "se adreseaza", "se asigura ca", "se inregistreaza",
    "se inscri", "se prezinta", "semneaza", "sesizeaza", "solicita", "stabilesc", "stabileste", "suporta", "supun",
    "tin evidenta", "tine evidenta", "transmit", "trimit", "urmeaza sa", "utilizeaza exclusiv", "verifica", "vireaza",
];
/// Beginnings of a choice, folded.
const CHOICES: [&str; 8] = ["are dreptul", "au dreptul", "poate", "pot", "se poate", "se pot", "va putea", "vor putea"];
/// Beginnings of verbs of what somebody may choose to do, folded.
const CHOSEN: [&str; 23] = [
    "adres", "ataca", "ceara", "cere", "constitui", "contest", "declar", "denunt", "depun", "formul", "inainta",
    "inscrie", "introduc", "notific", "opta", "opte", "refuz", "renunt", "retrag", "rezili", "sesiz", "solicit",
    "transfer",
];
/// Endings of nouns that begin as those verbs do, folded: "la cererea", "declarația", "notificarea".
const NOUNS: [&str; 9] = ["erii", "ire", "iri", "rea", "rii", "tia", "tie", "tiei", "tii"];
/// What readers formulate, folded.
const COMPLAINTS: [&str; 7] = [" cerer", " contest", " obiec", " plang", " propuner", " reclama", " sesiz"];
/// What follows "publică" where it is a verb and no adjective.
const PUBLISHED: [&str; 13] = [
    "anual", "anunțul", "informații", "la", "lista", "lunar", "o", "pe", "permanent", "raportul", "semestrial",
    "trimestrial", "în",
];
/// What follows "va" and "vor" and is no act, folded.
const STATES: [&str; 7] = ["avea ", "benefici", "deveni ", "exista ", "fi ", "intra ", "primi "];
/// Words between the verb of a choice and what is chosen.
const FEW_WORDS: usize = 5;

/// The place of the predicate of a clause that begins with its subject.
pub(super) fn predicate(clause: &str) -> Option<usize> {
    let verb = main_verb_or(clause, &ACTIONS)?;
    if is_adjective(&clause[verb..]) {
        // A word of the same length that is no verb: "orice entitate publică care dorește trebuie".
        let rest = &clause[verb + PUBLIC.len()..];
        return if rest.contains(PUBLIC) { None } else { predicate(&format!("{}publicul{rest}", &clause[..verb])) };
    }
    // "care au permis și solicită categoria A2 sunt exceptate": the second verb is of the relative clause, too.
    let before = clause[..verb].trim_end();
    let is_joined =
        [" nu", " și", " sau", " ori", " să", " care", " a", " de"].iter().any(|word| before.ends_with(word));
    (!is_joined).then_some(verb)
}

/// The verb that is an adjective, too.
const PUBLIC: &str = "publică";

/// Whether words begin with "publică" as an adjective.
fn is_adjective(words: &str) -> bool {
    let words: Vec<_> = words.split([' ', ',']).take(2).collect();
    words[0] == PUBLIC && words.get(1).is_none_or(|next| !PUBLISHED.contains(next))
}

/// What a predicate asks. `None` for a state, a denial and a ban.
pub(super) fn ask(predicate: &str) -> Option<Ask> {
    let folded = fold(predicate);
    let begins = |known: &[&'static str]| known.iter().find(|words| folded.starts_with(**words)).copied();
    if let Some(words) = begins(&DUTIES) {
        // "trebuie să nu fi împlinit", "trebuie să fie": a condition, and no act.
        let is_state = CONDITIONS.iter().any(|state| folded.starts_with(state));
        // "trebuie să fie apți și să facă dovada": an act stands behind the state.
        let is_act = words == "trebuie" && PROOFS.iter().any(|act| folded.contains(act));
        return (!is_state || is_act).then_some(Ask::Duty(words));
    }
    if let Some(words) = begins(&CHOICES) {
        let near: Vec<_> = folded.split(' ').skip(1).take(FEW_WORDS).collect();
        let is_verb = |word: &str| {
            let is_noun = word.starts_with("cerer") || NOUNS.iter().any(|ending| word.ends_with(ending));
            !is_noun && CHOSEN.iter().any(|verb| word.starts_with(verb))
        };
        let chosen = near.iter().position(|word| is_verb(word.trim_end_matches(',')))?;
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
const DOCUMENTS: [&str; 20] = [
    "actele doveditoare",
    "cererea",
    "cererile",
    "contestatia",
    "contestatiile",
    "declaratia",
    "declaratiile",
    "documentatia",
    "documentele doveditoare",
    "documentele justificative",
    "dosarul",
    "formularul",
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
const HANDED_IN: [&str; 11] = [
    "poate fi depus", "poate fi formulat", "pot fi depus", "pot fi formulat", "se adreseaza", "se depun",
    "se formuleaza", "se introduc", "se pot depune", "va fi depus", "vor fi depus",
];
/// What readers pay, as the subject of "se plătește", folded.
const PAYMENTS: [&str; 11] = [
    "avansul|", "chiria|", "contributia|", "contributiile|", "cotizatia|", "garantia|", "impozitul|", "tarifele|",
    "tariful|", "taxa|", "taxele|",
];
/// Passives by which an amount is paid, folded.
const PAID: [&str; 5] = ["se achita", "se datoreaza", "se platesc", "se plateste", "se vireaza"];
/// Passives of a decision that its readers may contest, folded.
const CONTESTED: [&str; 8] = [
    "poate fi atacat", "poate fi contestat", "pot fi atacat", "pot fi contestat", "se poate ataca",
    "se poate contesta", "se pot ataca", "se pot contesta",
];

/// What a sentence asks that names an act without its agent: "contestația se depune", "taxa se plătește", "decizia poate
/// fi contestată". `verb` is the place of its predicate.
pub(super) fn ask_of_anyone(sentence: &str, verb: usize) -> Option<Ask> {
    let (subject, predicate) = (fold(&sentence[..verb]), fold(&sentence[verb..]));
    let begins = |known: &[&'static str]| known.iter().find(|words| predicate.starts_with(**words)).copied();
    if let Some(words) = begins(&CONTESTED) {
        return Some(Ask::Choice(words));
    }
    let is_first = |nouns: &[&'static str]| nouns.iter().any(|noun| places(&subject, noun).next() == Some(0));
    let handed_in = begins(&HANDED_IN).filter(|_| is_first(&DOCUMENTS));
    let paid = || begins(&PAID).filter(|_| is_first(&PAYMENTS));
    handed_in.or_else(paid).map(Ask::Act)
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
            ("furnizorii vor finaliza lucrările", Some(Ask::Duty("vor"))),
            ("furnizorii vor fi notificați", None),
            ("verificarea este obligatorie", None),
            ("orice instituție publică sau privată care are elevi trebuie să anunțe", Some(Ask::Duty("trebuie"))),
            ("candidații trebuie să fie apți și să facă dovada cursului", Some(Ask::Duty("trebuie"))),
            ("proprietarii pot primi, la cerere, o copie", None),
            ("proprietarii pot să se adreseze instanței", Some(Ask::Choice("pot"))),
        ] {
            let found = predicate(clause).and_then(|at| ask(&clause[at..]));
            assert_eq!(found, expected, "{clause}");
        }
        for (sentence, expected) in [
            ("Decizia poate fi contestată la tribunal în termen de 15 zile", Some(Ask::Choice("poate fi contestat"))),
            ("Cererea se depune la primărie", Some(Ask::Act("se depun"))),
            ("Taxa de timbru se plătește anticipat", Some(Ask::Act("se plateste"))),
            ("Bunurile se depun la primărie", None),
            ("Indemnizația se plătește lunar", None),
        ] {
            let found = predicate(sentence).and_then(|verb| ask_of_anyone(sentence, verb));
            assert_eq!(found, expected, "{sentence}");
        }
    }
}
