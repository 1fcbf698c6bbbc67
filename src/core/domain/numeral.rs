//! Numbers before nouns.

use paragraf_law::language::Language;

/// Whether "de" joins the number and its noun: in Romanian from twenty on and at every round hundred, as the plural
/// rules of CLDR have it. "19 lei" and "119 lei", but "20 de lei" and "100 de lei".
pub fn takes_de(count: u64, language: Language) -> bool {
    language == Language::Ro && count > 0 && !(1..20).contains(&(count % 100))
}
