//! Leaves out the effects on audiences that no provision supports.

use super::checker::{ActText, Claim, Passage, check};
use crate::domain::Language;
use crate::domain::explanation::{Effect, Explanation};
use crate::domain::finding::FindingCode;

/// Returns the explanation without effects that name no provision of the act, or provisions that do not speak of them.
/// Effects whose figures or words are wrong stay, and are held.
pub fn supported(act: &ActText, mut explanation: Explanation) -> Explanation {
    explanation.effects.retain(|effect| is_supported(act, effect));
    explanation
}

fn is_supported(act: &ActText, effect: &Effect) -> bool {
    let texts = Language::ALL.into_iter().zip([effect.ro.trim(), effect.en.trim()]);
    let passages = texts.map(|(language, text)| Passage { field: "effects", language, text, range: 0..text.len() });
    let claim = Claim { rests_on: Some(&effect.rests_on), passages: passages.collect(), dates: vec![] };
    let unsupported = [FindingCode::NoProvision, FindingCode::UnknownProvision, FindingCode::Unrelated];
    !check(act, &[claim]).iter().any(|finding| unsupported.contains(&finding.code))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_effects_with_a_provision_that_speaks_of_them_stay() {
        let act = ActText::new(
            "Art. 1. - Fermierii proprietari cosesc pajiștile cel puțin o dată pe an.\n\
             Art. 2. - Prezenta lege se publică în Monitorul Oficial.",
            "",
        );
        let statement = json!({ "ro": "x", "en": "x", "rests_on": ["art. 1"] });
        let effect = |rests_on: &[&str]| {
            json!({ "audience": "farmer", "ro": "Fermierii cosesc pajiștile proprietate.",
                "en": "Farmers mow the grassland that they own.", "rests_on": rests_on })
        };
        let explanation = json!({
            "title": statement, "in_short": statement, "technical_summary": [statement],
            "simple_explanation": [statement], "steps": [], "importance": 3, "importance_reason": statement,
            "effects": [effect(&["art. 1"]), effect(&["art. 2"]), effect(&["art. 7"]), effect(&[])],
        });
        let explanation = supported(&act, serde_json::from_value(explanation).expect("an explanation"));
        let kept: Vec<_> = explanation.effects.iter().map(|effect| effect.rests_on.join("")).collect();
        assert_eq!(kept, ["art. 1"]);
    }
}
