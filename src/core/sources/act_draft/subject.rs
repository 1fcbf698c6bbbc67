//! What an act and the acts that it names are about, in a few words.

use super::clauses::whole_words;
use super::purpose::lead;
use super::reading::{ArchivedAct, ends_sentence, subject};
use crate::domain::act::Act;
use crate::domain::{Language, text};
use paragraf_law::codes;

/// Characters of a short name of what an act is about.
const BRIEF: usize = 90;
/// Characters of what an act that sets its own rules is about.
const OWN: usize = 130;
/// Where the name of what an act is about ends, folded.
const ENDS: [&str; 21] = [
    ", publicat", ", republicat", ", aprobat", ", adoptat", ", cu modific", ", cu complet", ", cu urmatoarele",
    ", cu urmatoarea", ", se ", ", alineatul ", ", alineatele ", ", litera ", ", literele ", ", dupa alineatul ",
    ", dupa litera ", " se modifica", " se completeaza", " , ", "; ", " si publicata", "\n",
];
/// Where a long name may end.
const BRIEF_ENDS: [&str; 12] = [
    ", precum si", " si pentru modific", " si pentru complet", " si pentru abrog", " si pentru prorog",
    " si pentru stabil", " si de modificare", ", pentru modificarea", ", in vederea", ", in contextul", ", suportat",
    ", denumit",
];

/// The law of companies, which everybody calls by its name.
const COMPANIES: (&str, &str, i16, &str) = ("LEGE", "31", 1990, "Legea societăților");

/// A short name of an act: `Codul fiscal`, `OUG 195/2002`.
pub(super) fn short_name(act: &Act) -> String {
    let (kind, number, year, name) = COMPANIES;
    let is_companies = (act.kind.as_str(), act.number.as_deref(), act.year) == (kind, Some(number), year);
    let name = codes::name_of(act).or(is_companies.then_some(name));
    name.map_or_else(|| act.citation(Language::Ro).replacen(" nr.", "", 1), str::to_owned)
}

/// What an act is about that the subject or the first words name: `contractele de vânzare de bunuri`.
pub(super) fn matter_of(source: &ArchivedAct, act: &Act) -> Option<String> {
    let number = act.number.as_deref()?;
    [subject(source), lead(&source.text)].iter().find_map(|words| matter_in(words, number, act.year))
}

fn matter_in(words: &str, number: &str, year: i16) -> Option<String> {
    // The portal writes "Codul fiscal , precum și".
    let words = words.replace(" ,", ",");
    let (short, long) = (format!("{number}/{year}"), format!("nr. {number} din "));
    let at = words.find(&short).map(|at| at + short.len());
    let at = at.or_else(|| words.find(&long).map(|at| at + long.len()))?;
    let rest = &words[at..];
    // Between the day of an ordinance and what it is about stands only the day.
    let near = rest.floor_char_boundary(40);
    let (start, word) = ["privind ", "pentru ", "referitoare la ", "cu privire la "]
        .iter()
        .filter_map(|word| Some((rest[..near].find(word)?, *word)))
        .min()?;
    let is_clean = !rest[..start].contains([',', ';']);
    let matter = until_end(rest[start + word.len()..].trim());
    // Changes of several acts are about more than the first of them.
    let is_of_one = !changes(&matter) || !text::fold(&matter).contains("unor acte normative");
    let matter = brief(&inner(before_more(&matter)));
    let says_something = !matter.is_empty() && !is_empty(&matter);
    (is_clean && is_of_one && says_something).then_some(matter)
}

/// A name before the words that add another subject: ", precum și pentru prorogarea unui termen".
fn before_more(matter: &str) -> &str {
    let ends = [
        ", precum și", " , precum și", " precum și pentru", " și pentru modific", " și pentru prorog",
        " și pentru complet", " și a art.", " și a Legii ", " și a Ordonanței ", " și a Hotărârii ",
    ];
    &matter[..ends.iter().filter_map(|end| matter.find(end)).min().unwrap_or(matter.len())]
}

fn changes(matter: &str) -> bool {
    ["modific", "complet", "abrog", "prorog"].iter().any(|word| matter.starts_with(word))
}

/// Whether a name says nothing: "prorogarea unor termene".
fn is_empty(matter: &str) -> bool {
    let folded = text::fold(matter);
    let ends = ["unor termene", "unui termen", "unor acte normative", "unor masuri", "unele masuri"];
    ends.iter().any(|end| folded.ends_with(end)) && folded.split(' ').count() < 8
}

/// What an act is about that an ordinance changes, or what its measures are for: the words before say no more.
fn inner(matter: &str) -> String {
    let changes = changes(matter);
    let after = |matter: &str, words: &str| matter.find(words).map(|at| at + words.len());
    let is_long = |matter: &str, at: &usize| matter[*at..].chars().count() > 8;
    let at = after(matter, " privind ").filter(|at| changes && is_long(matter, at));
    let matter = &matter[at.unwrap_or_default()..];
    let ends = [" privind ", " pentru ", " în vederea "].into_iter().filter_map(|words| after(matter, words));
    let at = ends.min().filter(|at| is_vague(matter) && is_long(matter, at));
    let said = &matter[at.unwrap_or_default()..];
    let said =
        ["unele măsuri de ", "unele măsuri din "].iter().find_map(|words| said.strip_prefix(words)).unwrap_or(said);
    if matter[..at.unwrap_or_default()].ends_with("vederea ") { nominative(said) } else { said.to_owned() }
}

/// A name whose first word is a noun in the genitive: "realizării rețelei" is "realizarea rețelei".
fn nominative(words: &str) -> String {
    let (first, rest) = words.split_once(' ').unwrap_or((words, ""));
    let ending = [("ării", "area"), ("erii", "erea"), ("irii", "irea"), ("ârii", "ârea")];
    let first = ending.iter().find_map(|(old, new)| Some(format!("{}{new}", first.strip_suffix(old)?)));
    first.map_or_else(|| words.to_owned(), |first| format!("{first} {rest}").trim_end().to_owned())
}

/// Whether a name begins with words that say nothing: "stabilirea unor măsuri pentru".
fn is_vague(matter: &str) -> bool {
    let folded = text::fold(matter);
    folded.starts_with("unele masuri") || folded.split(' ').skip(1).take(2).eq(["unor", "masuri"])
}

/// What an act that sets its own rules is about: after "privind" in its heading, or after its first verb.
pub(super) fn own_matter(source: &ArchivedAct) -> Option<String> {
    let subject = subject(source);
    let named =
        ["privind ", "referitoare la ", "cu privire la ", "pentru "].iter().find_map(|word| subject.strip_prefix(word));
    if let Some(named) = named.filter(|_| subject != source.title) {
        return Some(brief_to(&until_end(named), OWN));
    }
    let lead = lead(&source.text);
    let folded = text::fold(&lead);
    let verbs =
        ["are ca scop ", "reglementeaza ", "stabileste ", "are ca obiect ", "prevede ", "instituie ", "institui "];
    let at = verbs.iter().filter_map(|verb| folded.find(verb).map(|at| (at, verb.len()))).min()?;
    // Diacritics take more bytes than the letters that stand for them: count letters.
    let letters = folded[..at.0].chars().count() + at.1;
    let rest: String = lead.chars().skip(letters).collect();
    let sentence = first_sentence(&rest);
    (sentence.chars().count() > 8).then(|| brief_to(&until_end(sentence), OWN))
}

/// What an act about the state's own incomes and expenses sets: "bugetul asigurărilor sociale de stat, anul 2025",
/// "plafoanele unor indicatori".
pub(super) fn budget_matter(source: &ArchivedAct) -> Option<String> {
    let lead = lead(&source.text);
    let words = first_sentence(&lead);
    let from = |word: &str| words.find(word).map(|at| &words[at..]);
    if let Some(limits) = from("plafoanele ") {
        let end = limits.find(", potrivit ").unwrap_or(limits.len());
        return Some(brief_to(&until_end(&limits[..end]), OWN));
    }
    let budget = ["bugetul ", "bugetului "].iter().filter_map(|word| from(word)).max_by_key(|rest| rest.len())?;
    let budget = budget.replacen("bugetului ", "bugetul ", 1);
    let end = budget.find([',', ';', ':']).unwrap_or(budget.len());
    let name = brief_to(budget[..end].trim(), OWN);
    let year = from("anul bugetar ").or_else(|| from("pe anul ")).or_else(|| from("pentru anul "));
    let digits: String = year.into_iter().flat_map(str::chars).filter(char::is_ascii_digit).take(4).collect();
    Some(if digits.len() < 4 || name.contains(&digits) { name } else { format!("{name}, anul {digits}") })
}

/// The first sentence, without its full stop.
pub(super) fn first_sentence(words: &str) -> &str {
    let end = words.match_indices(". ").map(|(at, _)| at).find(|at| ends_sentence(&words[..*at]));
    words[..end.unwrap_or(words.len())].trim().trim_end_matches('.')
}

/// The object of the first provision of a ratification or a celebration, after its verb and without when and where it
/// was signed.
pub(super) fn object(source: &ArchivedAct, verb: &str) -> Option<String> {
    let lead = lead(&source.text);
    let rest = lead.get(lead.find(verb)? + verb.len()..)?;
    let rest = without_signing(
        &rest.replace("*)", "").replace(" ,", ",").replace(", pe de o parte,", "").replace(", pe de altă parte,", ""),
    );
    let rest = first_sentence(&rest);
    let end = [", adoptat", ", denumit", ", în valoare", ", ca membru", ", ratificat", ", publicat"];
    let end = end.iter().filter_map(|end| rest.find(end)).min().unwrap_or(rest.len());
    let words = rest[..end].split_whitespace().collect::<Vec<_>>().join(" ");
    let words = words.trim_end_matches(['.', ',', ' ']).to_owned();
    (!words.is_empty()).then_some(words)
}

/// A text without its parts such as ", semnat la București la 4 iulie 2024".
fn without_signing(words: &str) -> String {
    let (mut kept, mut rest) = (String::new(), words);
    while let Some(at) = rest.find(", semnat") {
        let after = &rest[at..];
        let year = after
            .match_indices(|c: char| c.is_ascii_digit())
            .map(|(at, _)| at)
            .find(|at| after[*at..].bytes().take_while(u8::is_ascii_digit).count() == 4);
        let Some(year) = year else { break };
        kept.push_str(&rest[..at]);
        // "…, semnat la București la 18 iunie 2025 și la Sofia la 16 iunie 2025, pentru …"
        let tail = &after[year + 4..];
        let comma = tail.find(',').filter(|at| *at < 60);
        rest = comma.map_or(tail, |at| &tail[at + 1..]);
    }
    kept + rest
}

fn until_end(words: &str) -> String {
    let folded = text::fold(words);
    let end = ENDS.iter().filter_map(|end| folded.find(end)).min().map(|at| folded[..at].chars().count());
    let words: String = words.chars().take(end.unwrap_or(usize::MAX)).collect();
    words.trim().trim_end_matches(['.', ',']).to_owned()
}

/// A name of at most [`BRIEF`] characters that ends where a part of the sentence does; else cut between words.
pub(super) fn brief(words: &str) -> String {
    brief_to(words, BRIEF)
}

/// As [`brief`], of at most so many characters.
pub(super) fn brief_to(words: &str, most: usize) -> String {
    let folded = text::fold(words);
    let cut = BRIEF_ENDS.iter().filter_map(|end| folded.find(end)).min().map(|at| folded[..at].chars().count());
    let words: String = words.chars().take(cut.unwrap_or(usize::MAX)).collect();
    let words = words.trim_end_matches([',', ' ']).to_owned();
    if words.chars().count() <= most {
        return words;
    }
    let limit = words.char_indices().nth(most).map_or(words.len(), |(at, _)| at);
    let ends = [", ", " prin ", " în ", " din ", " care ", " și ", " pentru ", " cu ", " privind ", " atunci când "];
    let found = ends.iter().flat_map(|end| words[..limit].rmatch_indices(end));
    let end = found.filter(|(at, end)| *at > 30 && !is_in_name(&words, *at, end)).map(|(at, _)| at).max();
    let cut = end.map_or_else(
        || text::shorten(&words, most - 1),
        |end| whole_words(without_loose_end(&words[..end])).to_owned(),
    );
    // A quotation that the cut opened ends with it.
    if cut.matches('„').count() > cut.matches(['”', '“']).count() { format!("{cut}”") } else { cut }
}

/// Whether words stand inside a name: " pentru " of "Agenția Națională pentru Politici".
fn is_in_name(words: &str, at: usize, link: &str) -> bool {
    let before = words[..at].rsplit(' ').next().unwrap_or_default();
    let after = &words[at + link.len()..];
    !link.contains(',') && before.starts_with(char::is_uppercase) && after.starts_with(char::is_uppercase)
}

/// A cut name without a preposition and the noun that needs what was cut: "pentru punerea".
fn without_loose_end(words: &str) -> &str {
    let Some((head, last)) = words.rsplit_once(' ') else { return words };
    let preposition = head.rsplit(' ').next().unwrap_or_default();
    let is_loose = ["pentru", "de", "cu", "privind", "la", "în", "din", "prin"].contains(&preposition);
    if is_loose && last.ends_with("rea") { head[..head.len() - preposition.len()].trim_end() } else { words }
}

#[cfg(test)]
mod tests {
    use super::super::tests::law;
    use super::*;

    fn act(kind: &str, number: &str, year: i16) -> Act {
        Act { kind: kind.into(), number: Some(number.into()), year, issuer: None }
    }

    #[test]
    fn an_act_is_named_by_what_it_is_about() {
        assert_eq!(short_name(&act("LEGE", "227", 2015)), "Codul fiscal");
        assert_eq!(short_name(&act("OUG", "140", 2021)), "OUG 140/2021");
        let text = "La articolul 18 din Ordonanța de urgență a Guvernului nr. 140/2021 privind anumite aspecte referitoare la contractele de vânzare de bunuri, publicată în Monitorul Oficial, litera b) se modifică.";
        let source = law("190", "LEGE nr. 190 din 20 noiembrie 2025", "2025-11-20", text);
        let matter = matter_of(&source, &act("OUG", "140", 2021));
        assert_eq!(matter.as_deref(), Some("anumite aspecte referitoare la contractele de vânzare de bunuri"));
        let text = "Se aprobă Ordonanța de urgență a Guvernului nr. 25 din 16 aprilie 2025 pentru asigurarea unor împrumuturi din Trezoreria Statului, publicată în Monitorul Oficial.";
        let source = law("185", "LEGE nr. 185 din 19 noiembrie 2025", "2025-11-20", text);
        let matter = matter_of(&source, &act("OUG", "25", 2025));
        assert_eq!(matter.as_deref(), Some("asigurarea unor împrumuturi din Trezoreria Statului"));
        let text = "Se aprobă Ordonanța de urgență a Guvernului nr. 140 din 4 decembrie 2024 pentru stabilirea unor măsuri financiare pentru susținerea Programului național „Timișoara - Capitală Europeană a Culturii în anul 2023“, publicată în Monitorul Oficial.";
        let source = law("93", "LEGE nr. 93 din 10 iunie 2025", "2025-06-10", text);
        let matter = matter_of(&source, &act("OUG", "140", 2024));
        assert_eq!(
            matter.as_deref(),
            Some("susținerea Programului național „Timișoara - Capitală Europeană a Culturii în anul 2023“")
        );
        let title = "LEGE nr. 166 din 23 octombrie 2025 pentru aprobarea Ordonanței de urgență a Guvernului nr. 21 din 3 aprilie 2025 pentru modificarea titlului X din Legea nr. 227/2015 privind Codul fiscal , precum și pentru modificarea unor acte normative";
        let source = law("166", title, "2025-10-23", "Se aprobă.");
        assert_eq!(matter_of(&source, &act("OUG", "21", 2025)), None, "an ordinance on several acts");
        let text = "Articolul 1\n(1) Prezenta lege reglementează organizarea Catalogului Național al Serviciilor Publice, denumit în continuare CNSP.";
        let source = law("198", "LEGE nr. 198 din 28 noiembrie 2025", "2025-11-28", text);
        assert_eq!(own_matter(&source).as_deref(), Some("organizarea Catalogului Național al Serviciilor Publice"));
    }

    #[test]
    fn a_budget_is_named_with_its_year() {
        for (text, expected) in [
            // Legea nr. 10/2025, Legea nr. 8/2025.
            (
                "Articolul 1\nPrezenta lege prevede și autorizează pentru anul bugetar 2025 veniturile pe capitole și cheltuielile pe destinații pentru bugetul asigurărilor sociale de stat, bugetul asigurărilor pentru șomaj, precum și reglementări specifice.",
                Some("bugetul asigurărilor sociale de stat, anul 2025"),
            ),
            (
                "Articolul 1\nPrezenta lege aprobă plafoanele unor indicatori specificați în cadrul fiscal-bugetar, potrivit dispozițiilor art. 26 din Legea nr. 69/2010.",
                Some("plafoanele unor indicatori specificați în cadrul fiscal-bugetar"),
            ),
            ("Articolul 1\nPrezenta lege aprobă indicatorii.", None),
        ] {
            let source = law("8", "LEGE nr. 8 din 10 februarie 2025", "2025-02-11", text);
            assert_eq!(budget_matter(&source).as_deref(), expected);
        }
    }

    #[test]
    fn a_cut_name_does_not_end_inside_another_name() {
        let words = "organizarea și funcționarea Agenției Naționale pentru Politici și Strategii Antidrog, precum și a comisiilor județene";
        // Legea nr. 205/2025.
        assert_eq!(brief_to(words, 60), "organizarea și funcționarea Agenției Naționale pentru…");
        assert_eq!(
            brief_to("evidența persoanelor care lucrează în registrul central", 45),
            "evidența persoanelor care lucrează"
        );
    }
}
