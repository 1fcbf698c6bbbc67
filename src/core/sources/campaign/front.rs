//! The front matter of a campaign.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::problem::{CampaignProblem, language_name};
use crate::domain::text::nearest;
use crate::domain::{Language, Slug};
use crate::sources::front_matter;

/// Longest subject and preheader, in characters; mail programs show far less.
const MAX_SUBJECT: usize = 150;
const MAX_PREHEADER: usize = 200;
/// Longest campaign id.
const MAX_ID: usize = 80;

const KEYS: [&str; 9] =
    ["id", "subject", "subject_ro", "subject_en", "preheader", "preheader_ro", "preheader_en", "languages", "public"];

/// Prefixes reserved for automatic campaigns.
const AUTOMATIC: [&str; 4] = ["urgent-", "daily-", "weekly-", "deadlines-"];

/// The front matter, as far as it could be read.
#[derive(Default)]
pub(super) struct Front {
    pub id: String,
    pub languages: Vec<Language>,
    pub subjects: BTreeMap<Language, String>,
    pub preheaders: BTreeMap<Language, String>,
    pub is_public: Option<bool>,
}

/// The fields of the front matter, and where to report their problems.
struct FrontFields<'a> {
    values: Map<String, Value>,
    yaml: &'a str,
    problems: &'a mut Vec<CampaignProblem>,
}

pub(super) fn read(name: &str, yaml: &str, problems: &mut Vec<CampaignProblem>) -> Front {
    let values = match front_matter::read(yaml) {
        Ok(values) => values,
        Err((line, problem)) => {
            problems.push(CampaignProblem::of(line.map(|line| line + 1), &problem));
            // Unreadable front matter: do not also report its fields as missing.
            return Front { languages: Language::ALL.to_vec(), ..Front::default() };
        }
    };
    let mut fields = FrontFields { values, yaml, problems };
    fields.unknown();
    let mut front = Front { id: fields.id(name), languages: fields.languages(), ..Front::default() };
    for language in Language::ALL {
        let subject = fields.line_of("subject", language, MAX_SUBJECT);
        let preheader = fields.line_of("preheader", language, MAX_PREHEADER);
        if front.languages.contains(&language) && subject.is_none() {
            fields.no_subject(language);
        }
        front.subjects.extend(subject.map(|subject| (language, subject)));
        front.preheaders.extend(preheader.map(|preheader| (language, preheader)));
    }
    front.is_public = fields.flag("public");
    front
}

impl FrontFields<'_> {
    /// The line of the file on which a field begins.
    fn line(&self, key: &str) -> Option<u64> {
        let begins = |line: &str| line.strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with(':'));
        self.yaml.lines().zip(2..).find(|(line, _)| begins(line)).map(|(_, number)| number)
    }

    fn refuse(&mut self, key: &str, wrong: &str, remedy: &str) {
        self.problems.push(CampaignProblem::new(self.line(key), format_args!("{key}: {wrong}"), remedy));
    }

    fn unknown(&mut self) {
        let unknown: Vec<_> = self.values.keys().filter(|key| !KEYS.contains(&key.as_str())).cloned().collect();
        for key in unknown {
            let remedy = match nearest(&key, KEYS.into_iter()) {
                Some(near) => format!("did you mean {near}?"),
                None => format!("known are {}", KEYS.join(", ")),
            };
            self.refuse(&key, "is not a field of a campaign", &remedy);
        }
    }

    fn no_subject(&mut self, language: Language) {
        let key = language.pick("subject", "subject_en");
        let wrong = format!("{key}: there is no subject in {}", language_name(language));
        let others: Vec<_> =
            Language::ALL.iter().filter(|other| **other != language).map(|other| other.code()).collect();
        let remedy = format!("write `{key}: …` into the front matter, or set `languages: [{}]`", others.join(", "));
        self.problems.push(CampaignProblem::new(None, wrong, remedy));
    }

    fn id(&mut self, name: &str) -> String {
        let stem = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
        let id = match self.values.get("id").cloned() {
            None => Slug::from_title(stem).map(String::from).unwrap_or_default(),
            Some(Value::String(id)) => id,
            Some(_) => String::new(),
        };
        let sound = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if id.is_empty() || id.len() > MAX_ID || !id.chars().all(sound) {
            let remedy = format!("write `id: …` with a-z, 0-9 and hyphens, at most {MAX_ID}, such as noutati-2026-12");
            self.refuse("id", "is not a valid id", &remedy);
        } else if id == "launch" || AUTOMATIC.iter().any(|prefix| id.starts_with(prefix)) {
            let wrong = format!("{id:?} is reserved for automatic campaigns");
            self.refuse("id", &wrong, "write `id: …` with another prefix, such as noutati-2026-12");
        }
        id
    }

    fn languages(&mut self) -> Vec<Language> {
        let Some(value) = self.values.get("languages").cloned() else { return Language::ALL.to_vec() };
        let codes = match &value {
            Value::Array(codes) => codes.iter().map(|code| code.as_str().and_then(|code| code.parse().ok())).collect(),
            Value::String(code) => code.parse().ok().map(|language| vec![language]),
            _ => None,
        };
        let codes: Option<Vec<Language>> = codes.filter(|codes: &Vec<Language>| !codes.is_empty());
        if codes.is_none() {
            self.refuse("languages", "is not a list of languages", "write [ro], [en] or [ro, en]");
        }
        codes.unwrap_or_else(|| Language::ALL.to_vec())
    }

    /// The text of `subject_en`, `subject_ro` or, for Romanian, plain `subject`.
    fn line_of(&mut self, name: &str, language: Language, limit: usize) -> Option<String> {
        let mut key = format!("{name}_{language}");
        if language == Language::Ro && self.values.contains_key(name) {
            if self.values.contains_key(&key) {
                self.refuse(&key, &format!("has the same meaning as {name}"), "keep one of them");
            }
            key = name.to_owned();
        }
        let value = self.values.get(&key)?.clone();
        let Some(text) = value.as_str().map(str::trim) else {
            self.refuse(&key, "is not a text", "put it in quotes");
            return Some(String::new());
        };
        let hidden = |c: char| c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        if text.chars().any(hidden) {
            self.refuse(&key, "has a line break or another control character", "write it on one line");
        } else if text.chars().count() > limit {
            self.refuse(&key, &format!("is longer than {limit} characters"), "mail programs show about fifty");
        } else if text.contains("{{") {
            self.refuse(&key, "has a placeholder", "placeholders work only in the text below the front matter");
        }
        (!text.is_empty()).then(|| text.to_owned())
    }

    fn flag(&mut self, key: &str) -> Option<bool> {
        match self.values.get(key)? {
            Value::Bool(flag) => Some(*flag),
            _ => {
                self.refuse(key, "is neither true nor false", "write true or false");
                None
            }
        }
    }
}
