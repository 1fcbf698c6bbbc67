//! The file of a campaign: front matter, then the text in Markdown, one version per language.
//!
//! ```markdown
//! ---
//! subject: Ce se schimbă de la 1 ianuarie
//! preheader: Trei lucruri de făcut în decembrie
//! subject_en: What changes on 1 January
//! preheader_en: Three things to do in December
//! ---
//! Bună, {{display_name}}!
//!
//! <!-- en -->
//!
//! Hello, {{display_name}}!
//! ```
//! Also `id` (default: the file's name), `languages` (default `[ro, en]`) and `public` (whether it is in
//! the archive). The text is that of [`crate::domain::prose`].

mod front;
mod problem;
mod versions;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use self::problem::CampaignProblem;
use self::problem::language_name;
use super::front_matter;
use crate::domain::Language;
use crate::domain::prose::{self, ArticleMention};

/// Maximum size of a file in bytes, and of one language's text in characters. Mail programs cut longer messages.
pub const MAX_BYTES: usize = 128 * 1024;
const MAX_TEXT: usize = 40_000;

const BOM: &[u8] = b"\xef\xbb\xbf";

/// The content of a campaign's file, as far as it could be read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CampaignDraft {
    pub id: String,
    pub versions: BTreeMap<Language, CampaignFileVersion>,
    /// Whether it is in the archive; `None` if the audience decides.
    pub is_public: Option<bool>,
}

/// The text of a campaign in one language.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CampaignFileVersion {
    pub subject: String,
    /// The preview text that mail programs show after the subject.
    pub preheader: String,
    /// In Markdown.
    pub body: String,
}

/// The result of reading a file. The draft may be used only if there are no problems.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CampaignFile {
    pub draft: CampaignDraft,
    /// The articles that the text shows; whether they exist is checked against the store.
    pub mentions: Vec<ArticleMention>,
    pub problems: Vec<CampaignProblem>,
}

/// Reads a whole file. Its name is the default of the campaign's id.
pub fn read(name: &str, bytes: &[u8]) -> CampaignFile {
    let refused = |problem| CampaignFile { problems: vec![problem], ..CampaignFile::default() };
    match text(bytes) {
        Ok(text) => read_text(name, &text.replace("\r\n", "\n")),
        Err(problem) => refused(problem),
    }
}

fn text(bytes: &[u8]) -> Result<&str, CampaignProblem> {
    let bytes = bytes.strip_prefix(BOM).unwrap_or(bytes);
    if bytes.len() > MAX_BYTES {
        let remedy = "mail programs cut long messages: shorten it and link to the rest";
        return Err(CampaignProblem::new(
            None,
            format_args!("the file is longer than {} KiB", MAX_BYTES / 1024),
            remedy,
        ));
    }
    if bytes.is_empty() {
        return Err(CampaignProblem::new(None, "the file is empty", "write the campaign into it"));
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count() as u64;
        CampaignProblem::new(Some(line), "the file is not written in UTF-8", "save it as text in UTF-8")
    })
}

fn read_text(name: &str, text: &str) -> CampaignFile {
    let (front, body) = match front_matter::split(text, "subject: Ce se schimbă") {
        Ok(split) => split,
        Err(problem) => {
            return CampaignFile { problems: vec![CampaignProblem::of(Some(1), &problem)], ..CampaignFile::default() };
        }
    };
    let first_line = 1 + text[..text.len() - body.len()].matches('\n').count() as u64;
    let mut file = CampaignFile::default();
    let front = front::read(name, front, &mut file.problems);
    let texts = versions::split(body, first_line, &mut file.problems);
    file.draft.id = front.id;
    file.draft.is_public = front.is_public;
    for language in Language::ALL {
        let wanted = front.languages.contains(&language);
        let subject = front.subjects.get(&language).cloned();
        let text = texts.iter().find(|text| text.language == language);
        match (wanted, text) {
            (true, text) => {
                let preheader = front.preheaders.get(&language).cloned().unwrap_or_default();
                let version = version(&mut file, language, text, preheader);
                let version = CampaignFileVersion { subject: subject.unwrap_or_default(), ..version };
                file.draft.versions.insert(language, version);
            }
            (false, Some(text)) => file.problems.push(CampaignProblem::new(
                Some(text.first_line),
                format_args!("there is a text in {}, which is missing in `languages`", language_name(language)),
                format_args!("add {language} to `languages`, or remove the text"),
            )),
            (false, None) => {}
        }
    }
    file.problems.sort_by_key(|problem| problem.line);
    file.problems.dedup();
    file
}

/// The text of one language, checked.
fn version(
    file: &mut CampaignFile,
    language: Language,
    text: Option<&versions::LanguageText>,
    preheader: String,
) -> CampaignFileVersion {
    let Some(text) = text.filter(|text| !text.body.trim().is_empty()) else {
        let others: Vec<_> =
            Language::ALL.iter().filter(|other| **other != language).map(|other| other.code()).collect();
        let remedy = match language {
            Language::Ro => format!("write it below the front matter, or set `languages: [{}]`", others.join(", ")),
            Language::En => {
                format!("write it below a line <!-- {language} -->, or set `languages: [{}]`", others.join(", "))
            }
        };
        let wrong = format!("there is no text in {}", language_name(language));
        file.problems.push(CampaignProblem::new(text.map(|text| text.first_line), wrong, remedy));
        return CampaignFileVersion::default();
    };
    if text.body.chars().count() > MAX_TEXT {
        let wrong = format!("the text in {} is longer than {MAX_TEXT} characters", language_name(language));
        let remedy = "mail programs cut long messages: shorten it and link to the rest";
        file.problems.push(CampaignProblem::new(Some(text.first_line), wrong, remedy));
    }
    let read = prose::read(&text.body, text.first_line);
    file.mentions.extend(read.mentions);
    let problem = |fault: prose::ProseFault| CampaignProblem::new(Some(fault.line), fault.wrong, fault.remedy);
    file.problems.extend(read.faults.into_iter().map(problem));
    CampaignFileVersion { subject: String::new(), preheader, body: text.body.trim().to_owned() }
}

#[cfg(test)]
mod tests;
