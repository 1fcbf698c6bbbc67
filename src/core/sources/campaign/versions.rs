//! Splits the text of a campaign into its languages.

use super::problem::CampaignProblem;
use crate::domain::Language;

/// The text of one language.
pub(super) struct LanguageText {
    pub language: Language,
    pub body: String,
    /// The line of the file on which the body begins.
    pub first_line: u64,
}

/// Splits the text at markers such as `<!-- en -->`; text before the first marker is Romanian.
pub(super) fn split(body: &str, first_line: u64, problems: &mut Vec<CampaignProblem>) -> Vec<LanguageText> {
    let mut texts = vec![LanguageText { language: Language::Ro, body: String::new(), first_line }];
    for (line, number) in body.split_inclusive('\n').zip(first_line..) {
        match marker(line) {
            None => {
                if let Some(text) = texts.last_mut() {
                    text.body.push_str(line);
                }
            }
            Some(Ok(language)) => {
                // Blank text before the first marker belongs to no language.
                texts.retain(|text| text.language != language || !text.body.trim().is_empty());
                if texts.iter().any(|text| text.language == language) {
                    let wrong = format!("<!-- {language} --> is repeated");
                    problems.push(CampaignProblem::new(Some(number), wrong, "write each language once"));
                }
                texts.push(LanguageText { language, body: String::new(), first_line: number + 1 });
            }
            Some(Err(code)) => {
                let wrong = format!("<!-- {code} --> is not a supported language");
                problems.push(CampaignProblem::new(Some(number), wrong, "use ro or en"));
                texts.push(LanguageText { language: Language::Ro, body: String::new(), first_line: number + 1 });
            }
        }
    }
    texts.retain(|text| !text.body.trim().is_empty());
    texts
}

/// The language of a marker such as `<!-- en -->`, or the code when it is not supported.
fn marker(line: &str) -> Option<Result<Language, &str>> {
    let code = line.trim().strip_prefix("<!--")?.strip_suffix("-->")?.trim();
    let is_code = (2..=3).contains(&code.len()) && code.chars().all(|c| c.is_ascii_alphabetic());
    is_code.then(|| code.to_ascii_lowercase().parse().map_err(|_| code))
}
