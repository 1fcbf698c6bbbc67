//! What the words around a day mean: a duty, a beginning or an end, and whose it is.

use crate::domain::{EntryKind, text};

/// The words by which a sentence binds somebody, in lower case without diacritics. `|` stands for the end of a word.
const DUTIES: [&str; 47] = [
    "obligat",
    "trebuie",
    "depun",
    "se depune",
    "depus",
    "transmit",
    "transmis",
    "comunica|",
    "comunice|",
    "comunicat|",
    "notific",
    "inregistr",
    "platesc|",
    "plateste|",
    "achit",
    "vars",
    "vireaza",
    "declar",
    "solicit",
    "prezint",
    "inscri",
    "intocm",
    "publica|",
    "publicat|",
    "actualiz",
    "se conform",
    "conformeze",
    "obtin|",
    "obtine|",
    "infiint",
    "se constitui",
    "aproba|",
    "adopta|",
    "emite|",
    "emit|",
    "elabor",
    "modifica|",
    "formul",
    "contest",
    "atac",
    "raport",
    "asigura|",
    "afis",
    "restitui",
    "introduc|",
    "opteaz",
    "incheie|",
];

/// The words of a relief, a validity or a state that lasts.
const LASTING: [&str; 37] = [
    "scuti",
    "benefici",
    "se aplica",
    "aplicabil",
    "valabil",
    "ramane in vigoare",
    "raman in vigoare",
    "este in vigoare",
    "sunt in vigoare",
    "isi pastreaza",
    "isi mentin",
    "isi produc",
    "produc efecte",
    "produce efecte",
    "se prelung",
    "prelungesc",
    "prorog",
    "suspend",
    "se mentin",
    "facilit",
    "reducer",
    "nu se percep",
    "nu se datoreaz",
    "nu datoreaz",
    "exceptat",
    "continua|",
    "functioneaza",
    "se acord",
    "acordarea",
    "pot fi utiliz",
    "poate fi utiliz",
    "pot fi folosit",
    "poate fi folosit",
    "pot utiliz",
    "poate utiliz",
    "plafoneaz",
    "desfasoara",
];

/// The words of a phase that begins.
const BEGINNING: [&str; 6] = ["devin", "va deveni", "vor deveni", "intra in functiune", "pus in functiune", "operabil"];

/// Words with which a rule for the rules of others begins.
const RULE_MAKING: [&str; 22] = [
    "prin ordin",
    "prin hotarare",
    "prin decizie",
    "prin act administrativ",
    "la propunerea",
    "se aproba ordin",
    "se adopta",
    "se emit",
    "se elabor",
    "va aproba",
    "vor aproba",
    "va emite",
    "vor emite",
    "va adopta",
    "va elabora",
    "vor elabora",
    "va actualiza",
    "norme metodologice",
    "normele",
    "ordinul prev",
    "ordinele",
    "hotararea guvernului",
];

/// Bodies of the state as a subject: the nominative, at the beginning of a word.
const AUTHORITIES: [&str; 52] = [
    "ministerul|",
    "ministerele|",
    "ministrul|",
    "ministrii|",
    "guvernul|",
    "parlamentul|",
    "senatul|",
    "camera deputatilor|",
    "agentia|",
    "agentiile|",
    "autoritatea|",
    "autoritatile|",
    "institutia publica|",
    "institutiile publice|",
    "institutiile de|",
    "conducerile|",
    "inspectoratul|",
    "inspectoratele|",
    "directia|",
    "directiile|",
    "comisia|",
    "comisiile|",
    "consiliul|",
    "consiliile|",
    "primarul|",
    "primarii|",
    "primaria|",
    "primariile|",
    "prefectul|",
    "oficiul|",
    "oficiile|",
    "banca nationala|",
    "casa nationala|",
    "casele|",
    "curtea|",
    "secretariatul|",
    "ordonator",
    "anaf|",
    "anpc|",
    "a.s.f",
    "asf|",
    "anre|",
    "ancom|",
    "adr|",
    "anpa|",
    "organul fiscal|",
    "organele fiscale|",
    "unitatile administrativ",
    "administratia|",
    "presedintele|",
    "statul|",
    "partile contractante|",
];

/// The kind of the entry for a day at `mention` in its sentence; both are folded. `None` without a word that shows it.
///
/// The verb before the day decides, else the first one after it.
pub(super) fn kind(sentence: &str, mention: &str) -> Option<EntryKind> {
    let at = sentence.find(mention).unwrap_or(0);
    let after_at = at + mention.len();
    let kinds = [(EntryKind::Due, &DUTIES[..]), (EntryKind::Ends, &LASTING[..]), (EntryKind::Starts, &BEGINNING[..])];
    let places = kinds
        .into_iter()
        .flat_map(|(kind, words)| words.iter().flat_map(move |word| places(sentence, word).map(move |at| (at, kind))));
    let places: Vec<_> = places.collect();
    let before = places.iter().filter(|(place, _)| *place < at).max_by_key(|(place, _)| *place);
    let after = places.iter().filter(|(place, _)| *place >= after_at).min_by_key(|(place, _)| *place);
    before.or(after).map(|(_, kind)| *kind)
}

/// Whether a sentence gives its duty to a body of the state; the words of the day itself do not count.
pub(super) fn binds_authority(sentence: &str, mention: &str) -> bool {
    let rest = sentence.replacen(mention, " ", 1);
    if RULE_MAKING.iter().any(|words| places(&rest, words).next().is_some()) {
        return true;
    }
    let first = |words: &[&'static str]| words.iter().filter_map(|word| places(&rest, word).next()).min();
    let Some(authority) = first(&AUTHORITIES) else { return false };
    // The subject stands before the verb: in "contribuabilii depun la ANAF", the body receives.
    first(&DUTIES).is_none_or(|verb| authority < verb) && !is_receiver(&rest[..authority])
}

/// Whether the words lead to a receiver: "la ANAF".
fn is_receiver(before: &str) -> bool {
    let before = before.trim_end();
    [" la", " catre", " de", " din", " prin", " in fata"].iter().any(|word| before.ends_with(word))
}

/// The places of a word at the beginning of words.
fn places<'t>(text: &'t str, word: &'static str) -> impl Iterator<Item = usize> + use<'t> {
    let (stem, whole) = word.strip_suffix('|').map_or((word, false), |stem| (stem, true));
    text.match_indices(stem).map(|(at, _)| at).filter(move |at| {
        let begins = !text[..*at].ends_with(|c: char| c.is_ascii_alphanumeric());
        let ends = !whole || !text[at + stem.len()..].starts_with(|c: char| c.is_ascii_alphanumeric());
        begins && ends
    })
}

/// A text for comparison.
pub(super) fn folded(words: &str) -> String {
    text::fold(&words.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind_of(sentence: &str, mention: &str) -> Option<EntryKind> {
        kind(&folded(sentence), &folded(mention))
    }

    #[test]
    fn the_verb_decides_whether_a_day_is_due_or_starts_or_ends_something() {
        use EntryKind::{Due, Ends, Starts};
        for (sentence, mention, expected) in [
            (
                "Arendașii sunt scutiți de impozit până la data de 31 decembrie 2028.",
                "până la data de 31 decembrie 2028",
                Some(Ends),
            ),
            ("Registrele devin operabile până la 1 mai 2027.", "până la 1 mai 2027", Some(Starts)),
            ("Termenul se prorogă până la data de 1 mai 2027.", "până la data de 1 mai 2027", Some(Ends)),
            ("Avizul rămâne valabil până la 1 mai 2027.", "până la 1 mai 2027", Some(Ends)),
            ("Până la 1 mai 2027, certificatele își produc efectele.", "Până la 1 mai 2027", Some(Ends)),
            ("Plătitorii depun declarația până la 1 mai 2027.", "până la 1 mai 2027", Some(Due)),
            ("Sunt scutiți cei care depun cererea până la 1 mai 2027.", "până la 1 mai 2027", Some(Due)),
            (
                "În termen de 30 de zile de la primire, chiriașul achită suma.",
                "În termen de 30 de zile de la primire",
                Some(Due),
            ),
            ("Suma este de 40 lei până la 1 mai 2027.", "până la 1 mai 2027", None),
        ] {
            assert_eq!(kind_of(sentence, mention), expected, "{sentence}");
        }
    }

    #[test]
    fn a_body_of_the_state_has_the_duty_where_it_is_the_subject() {
        let term = "în termen de 30 de zile de la data intrării în vigoare a hotărârii Guvernului";
        for (sentence, expected) in [
            ("Ministerul Finanțelor va actualiza normele {}.", true),
            ("Consiliile locale adoptă regulamentul {}.", true),
            ("{}, prin ordin al ministrului muncii se stabilește modelul.", true),
            ("Comisia se constituie {}.", true),
            ("Angajatorii transmit situația la ANAF {}.", false),
            ("Contestația se depune la Curtea de Apel {}.", false),
            ("Proprietarul notifică autoritatea competentă {}.", false),
            ("Operatorii economici au obligația să se înregistreze {}.", false),
        ] {
            let sentence = folded(&sentence.replace("{}", term));
            assert_eq!(binds_authority(&sentence, &folded(term)), expected, "{sentence}");
        }
    }
}
