//! The settings of the language model that explains acts.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::outgoing_address;
use super::problem::{ConfigProblem, problem};

/// The language model, called through OpenAI's chat API, which other hosted and local servers offer too.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExplainConfig {
    /// Base of the API, such as `https://api.example.com/v1`; empty: no model.
    pub base_url: String,
    pub model: String,
    /// Bearer token; empty: none is sent. Never displayed.
    pub api_key: String,
    /// File that holds the token instead.
    pub api_key_file: String,
    /// Maximum time for one answer.
    pub timeout_secs: u64,
    /// Longest prompt, in estimated tokens. Acts that need a longer one are left to a person.
    pub max_input_tokens: u64,
    /// Longest answer, in tokens.
    pub max_output_tokens: u64,
    /// Price of a million tokens of prompts, in cents.
    pub input_cents_per_million: u64,
    /// Price of a million tokens of answers, in cents.
    pub output_cents_per_million: u64,
    /// Tokens of prompts and answers in a calendar month; 0: no limit.
    pub tokens_per_month: u64,
}

impl Default for ExplainConfig {
    fn default() -> Self {
        Self {
            base_url: String::new(),
            model: String::new(),
            api_key: String::new(),
            api_key_file: String::new(),
            timeout_secs: 180,
            max_input_tokens: 100_000,
            max_output_tokens: 8_000,
            input_cents_per_million: 0,
            output_cents_per_million: 0,
            tokens_per_month: 2_000_000,
        }
    }
}

impl fmt::Debug for ExplainConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExplainConfig")
            .field("base_url", &self.base_url)
            .field("model", &self.model)
            .finish_non_exhaustive()
    }
}

impl ExplainConfig {
    /// Whether a model is configured.
    pub fn is_enabled(&self) -> bool {
        !self.base_url.is_empty()
    }

    /// The price of tokens in hundredths of a cent, rounded up.
    pub fn cost(&self, input: u64, output: u64) -> u64 {
        let of = |tokens: u64, cents: u64| tokens.saturating_mul(cents).saturating_mul(100);
        let price = of(input, self.input_cents_per_million).saturating_add(of(output, self.output_cents_per_million));
        price.div_ceil(1_000_000)
    }

    pub(super) fn problems(&self) -> Vec<ConfigProblem> {
        let mut problems = Vec::new();
        let mut refuse = |key: &str, reason: &str| problems.push(problem(&format!("explain.{key}"), reason.to_owned()));
        if self.is_enabled() {
            match outgoing_address::parse(&self.base_url, "use api_key") {
                Ok(url) if url.query().is_some() || url.fragment().is_some() => {
                    refuse("base_url", "must end with a path, such as /v1");
                }
                Ok(_) => {}
                Err(reason) => refuse("base_url", &reason),
            }
            if self.model.is_empty() {
                refuse("model", "set the name of the model");
            }
        }
        let numbers = [
            ("timeout_secs", self.timeout_secs),
            ("max_input_tokens", self.max_input_tokens),
            ("max_output_tokens", self.max_output_tokens),
        ];
        for (key, _) in numbers.into_iter().filter(|(_, value)| *value == 0) {
            refuse(key, "must be at least 1");
        }
        problems
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(change: impl FnOnce(&mut ExplainConfig)) -> Vec<String> {
        let mut config = ExplainConfig::default();
        change(&mut config);
        config.problems().into_iter().map(|problem| problem.key).collect()
    }

    #[test]
    fn a_model_needs_a_protected_address_and_a_name() {
        let with = |url: &str| keys(|it| (it.base_url, it.model) = (url.into(), "m".into()));
        for good in ["", "https://api.example.com/v1", "http://127.0.0.1:8000/v1", "http://localhost:11434/v1"] {
            assert_eq!(with(good), [""; 0], "{good}");
        }
        for bad in [
            "http://api.example.com/v1",
            "api.example.com",
            "ftp://127.0.0.1",
            "https://a:b@example.com",
            "https://a.ro/?k=1",
        ] {
            assert_eq!(with(bad), ["explain.base_url"], "{bad}");
        }
        assert_eq!(keys(|it| it.base_url = "https://api.example.com/v1".into()), ["explain.model"]);
        assert_eq!(keys(|it| it.timeout_secs = 0), ["explain.timeout_secs"]);
    }

    #[test]
    fn the_cost_counts_both_directions() {
        let config =
            ExplainConfig { input_cents_per_million: 250, output_cents_per_million: 1_000, ..ExplainConfig::default() };
        assert_eq!(config.cost(1_000_000, 0), 25_000);
        assert_eq!(config.cost(10_000, 2_000), 450);
        assert_eq!(config.cost(1, 0), 1);
    }

    #[test]
    fn the_key_is_not_in_the_debug_output() {
        let config = ExplainConfig { api_key: "s3cret".into(), ..ExplainConfig::default() };
        assert!(!format!("{config:?}").contains("s3cret"));
    }
}
