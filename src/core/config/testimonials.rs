//! Testimonials: a list of tables in the file, `[[site.testimonials]]`.

use serde::{Deserialize, Serialize};
use toml::Value;

use super::problem::{ConfigProblem, kind, problem, unknown};
use crate::domain::Language;

pub(super) const KEY: &str = "site.testimonials";

/// The keys of a testimonial, all required.
const FIELDS: [&str; 4] = ["quote", "name", "role", "lang"];

/// Maximum length of a text in characters.
const MAX_CHARS: usize = 600;

/// A quote, shown to readers of its language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Testimonial {
    pub quote: String,
    pub name: String,
    /// Occupation and place, such as "accountant, Cluj".
    pub role: String,
    pub lang: Language,
}

impl Testimonial {
    /// Returns each invalid field with the reason.
    pub(super) fn problems(&self) -> impl Iterator<Item = (&'static str, String)> {
        [("quote", &self.quote), ("name", &self.name), ("role", &self.role)].into_iter().filter_map(|(field, text)| {
            if text.trim().is_empty() {
                return Some((field, "must not be empty".to_owned()));
            }
            (text.chars().count() > MAX_CHARS).then(|| (field, format!("must have at most {MAX_CHARS} characters")))
        })
    }
}

/// Reports each key of the testimonial at `name` that is missing, unknown or of the wrong type.
pub(super) fn check_shape(name: &str, item: &Value, problems: &mut Vec<ConfigProblem>) {
    let Value::Table(item) = item else {
        problems.push(problem(name, format!("is {}; write [[{KEY}]] with {}", kind(item), FIELDS.join(", "))));
        return;
    };
    for key in item.keys().filter(|key| !FIELDS.contains(&key.as_str())) {
        problems.push(problem(&format!("{name}.{key}"), unknown("key", key, &FIELDS.map(String::from))));
    }
    for field in FIELDS {
        let key = format!("{name}.{field}");
        match item.get(field) {
            None => problems.push(problem(&key, "is missing".into())),
            Some(Value::String(code)) if field == "lang" => {
                if let Err(reason) = code.parse::<Language>() {
                    problems.push(problem(&key, reason));
                }
            }
            Some(Value::String(_)) => {}
            Some(other) => problems.push(problem(&key, format!("is {}, must be a text in quotes", kind(other)))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Environment, Secrets, merge};

    fn reasons(file: &str, environment: &Environment) -> Vec<String> {
        merge(file, environment, Secrets::Read).err().unwrap_or_default().iter().map(ToString::to_string).collect()
    }

    const GOOD: &str = "[[site.testimonials]]\nquote = 'Q'\nname = 'N'\nrole = 'R'\nlang = 'ro'\n";

    #[test]
    fn testimonials_survive_a_round_trip() {
        let config = merge(&format!("{GOOD}{GOOD}[analytics]\nkeep_days = 7\n"), &Environment::new(), Secrets::Read)
            .expect("good");
        assert_eq!(config.site.testimonials.len(), 2);
        assert_eq!(config.analytics.keep_days, 7);
        let shown = toml::to_string_pretty(&config).expect("TOML");
        assert_eq!(merge(&shown, &Environment::new(), Secrets::Read).expect("what is shown is good"), config);
    }

    #[test]
    fn an_invalid_testimonial_is_reported_with_its_key() {
        let file = format!("{GOOD}[[site.testimonials]]\nquote = 5\nnane = 'N'\nlang = 'fr'\n");
        assert_eq!(
            reasons(&file, &Environment::new()),
            [
                "site.testimonials[1].nane: unknown key; did you mean name?",
                "site.testimonials[1].quote: is a whole number, must be a text in quotes",
                "site.testimonials[1].name: is missing",
                "site.testimonials[1].role: is missing",
                r#"site.testimonials[1].lang: "fr" is not a language; use ro or en"#,
            ]
        );
        let empty = GOOD.replace("'Q'", "' '");
        assert_eq!(reasons(&empty, &Environment::new()), ["site.testimonials[0].quote: must not be empty"]);
        let listed = reasons("[site]\ntestimonials = ['x']\n", &Environment::new());
        assert_eq!(
            listed,
            ["site.testimonials[0]: is a text in quotes; write [[site.testimonials]] with quote, name, role, lang"]
        );
        assert_eq!(
            reasons("[site.testimonials]\nquote = 'x'\n", &Environment::new()),
            ["site.testimonials: is a section, must be a list in brackets"]
        );
        let environment = [("PARAGRAF__SITE__TESTIMONIALS".to_owned(), "x".to_owned())].into();
        assert_eq!(
            reasons("", &environment),
            ["PARAGRAF__SITE__TESTIMONIALS: testimonials can only be written in the file"]
        );
    }

    #[test]
    fn the_other_keys_of_the_site_are_checked_together() {
        let file = "[site]\nlaunch_at = 'soon'\nsocial_links = ['http://x.ro', 'https://y.ro/z']\n\
                    [analytics]\nkeep_days = 0\n[limits]\nanalytics_per_minute = 0\n";
        assert_eq!(
            reasons(file, &Environment::new()),
            [
                r#"site.launch_at: "soon" is not an instant, such as 2025-01-14T00:24:00Z"#,
                r#"site.social_links: "http://x.ro" is not an address that begins with https://"#,
                "limits.analytics_per_minute: must be at least 1",
                "analytics.keep_days: must be at least 1",
            ]
        );
        let numbers = "[site]\nsocial_links = [5]\n[server]\ntrusted_proxies = [true, '::1/128']\n";
        assert_eq!(
            reasons(numbers, &Environment::new()),
            [
                "server.trusted_proxies[0]: is true or false, must be a text in quotes",
                "site.social_links[0]: is a whole number, must be a text in quotes",
            ]
        );
        let environment: Environment = [
            ("PARAGRAF__SITE__LAUNCH_AT".to_owned(), "2027-03-01T09:00:00+02:00".to_owned()),
            ("PARAGRAF__SITE__SOCIAL_LINKS".to_owned(), "https://a.ro, https://b.ro/c".to_owned()),
            ("PARAGRAF__ANALYTICS__ENABLED".to_owned(), "false".to_owned()),
        ]
        .into();
        let config = merge("", &environment, Secrets::Read).expect("good");
        assert_eq!(config.site.launch_instant(), "2027-03-01T07:00:00Z".parse().ok());
        assert_eq!(config.site.social_links, ["https://a.ro", "https://b.ro/c"]);
        assert!(!config.analytics.enabled);
    }
}
