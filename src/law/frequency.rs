//! How often a day comes back, by the words around it.

use super::moment::Frequency;

/// How far around a day the words for its frequency stand, in bytes.
const FREQUENCY_WINDOW: usize = 90;
/// How far before a day the subject stands that has its frequency: "raportul anual".
const SUBJECT_WINDOW: usize = 250;

/// How often a day at a range of the text comes back, by the words around it in its sentence.
pub(super) fn frequency(text: &str, start: usize, end: usize) -> Option<Frequency> {
    const WORDS: [(&str, Frequency); 15] = [
        ("trimestrial", Frequency::Quarterly),
        ("fiecarui trimestru", Frequency::Quarterly),
        ("fiecare trimestru", Frequency::Quarterly),
        ("urmatoare trimestrului", Frequency::Quarterly),
        ("semestrial", Frequency::HalfYearly),
        ("fiecarui semestru", Frequency::HalfYearly),
        ("urmatoare semestrului", Frequency::HalfYearly),
        ("lunar", Frequency::Monthly),
        ("fiecarei luni", Frequency::Monthly),
        ("fiecare luna", Frequency::Monthly),
        ("anual", Frequency::Yearly),
        ("fiecare an", Frequency::Yearly),
        ("fiecarui an", Frequency::Yearly),
        ("anul precedent", Frequency::Yearly),
        ("anului precedent", Frequency::Yearly),
    ];
    const OF_SUBJECT: [&str; 3] = [" anual ", " anuale ", " anuala "];
    let subject = &text[start.saturating_sub(SUBJECT_WINDOW)..start];
    let subject = subject.rsplit([';', ':', '\n', '"']).next().unwrap_or_default();
    let subject = subject.rsplit(". ").next().unwrap_or_default();
    let before = &subject[subject.len().saturating_sub(FREQUENCY_WINDOW)..];
    let after = &text[start..text.len().min(end + FREQUENCY_WINDOW)];
    let after = after.split([';', '.', ':', '\n', '"']).next().unwrap_or_default();
    let sentence = format!("{before}{after}").to_ascii_lowercase();
    let has = |words: &str| {
        sentence.match_indices(words).any(|(at, _)| {
            let (first, last) = (&sentence[..at], &sentence[at + words.len()..]);
            let ends = |text: Option<char>| text.is_none_or(|c| !c.is_ascii_alphanumeric());
            ends(first.chars().next_back()) && ends(last.chars().next())
        })
    };
    let named = WORDS.into_iter().find(|(words, _)| has(words)).map(|(_, every)| every);
    let is_yearly = || OF_SUBJECT.iter().any(|words| subject.replace(',', " ").contains(words));
    named.or_else(|| is_yearly().then_some(Frequency::Yearly))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_comes_back_as_the_words_near_it_or_its_subject_say() {
        for (text, expected) in [
            ("plata se face trimestrial, pana la [25 a lunii]", Some(Frequency::Quarterly)),
            (
                "pentru elaborarea raportului de evaluare anual, entitatile publice au obligatia sa transmita catre \
                 secretariatul general al guvernului, pana la [10 decembrie], inventarul",
                Some(Frequency::Yearly),
            ),
            (
                "rapoartele se transmit, pentru anul precedent, pana la [1 iunie] a anului in curs",
                Some(Frequency::Yearly),
            ),
            ("raportul anual se publica. cererea se depune pana la [1 iunie]", None),
            ("manualul se preda pana la [1 iunie]", None),
        ] {
            let (start, end) = (text.find('[').expect("the day"), text.find(']').expect("its end"));
            assert_eq!(frequency(text, start, end), expected, "{text}");
        }
    }
}
