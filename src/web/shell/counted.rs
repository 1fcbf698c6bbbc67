//! Numbers with their nouns.

use crate::domain::Language;
use crate::domain::numeral::takes_de;

/// The form for a number, of those for one, a few and many, by the plural rules of CLDR; `{{count}}` is the number.
pub(in crate::web) fn counted(forms: [&str; 3], count: usize, language: Language) -> String {
    let [one, few, many] = forms;
    let is_few = language == Language::Ro && !takes_de(count as u64, language);
    let form = if count == 1 {
        one
    } else if is_few {
        few
    } else {
        many
    };
    form.replace("{{count}}", &count.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_chooses_the_form() {
        let days = |count| counted(["{{count}} zi", "{{count}} zile", "{{count}} de zile"], count, Language::Ro);
        assert_eq!(
            [0, 1, 2, 19, 20, 100, 101, 120].map(days).join(", "),
            "0 zile, 1 zi, 2 zile, 19 zile, 20 de zile, 100 de zile, 101 zile, 120 de zile"
        );
        let days = |count| counted(["{{count}} day", "{{count}} days", "{{count}} days"], count, Language::En);
        assert_eq!([1, 20].map(days).join(", "), "1 day, 20 days");
    }
}
