//! The settings of blocking hooks: an address of the operator that decides about accounts, sign-ins and mails.

use serde::{Deserialize, Serialize};

use super::outgoing_address;
use super::problem::{ConfigProblem, problem};
use crate::domain::HookEvent;

/// Shortest secret, in bytes.
const MIN_SECRET: usize = 24;

/// Settings of blocking hooks, all keys of `[accounts]`.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HooksConfig {
    /// Address that the server asks; empty: none.
    pub hook_url: String,
    /// Key of the signatures. Never displayed.
    pub hook_secret: String,
    /// File that holds the key instead.
    pub hook_secret_file: String,
    pub hook_events: Vec<HookEvent>,
}

impl std::fmt::Debug for HooksConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (url, events) = (&self.hook_url, &self.hook_events);
        f.debug_struct("HooksConfig").field("hook_url", url).field("hook_events", events).finish_non_exhaustive()
    }
}

impl HooksConfig {
    /// Whether the hook is asked about this event.
    pub fn covers(&self, event: HookEvent) -> bool {
        !self.hook_url.is_empty() && self.hook_events.contains(&event)
    }

    pub(super) fn problems(&self) -> Vec<ConfigProblem> {
        let mut problems = Vec::new();
        let mut refuse = |key: &str, reason: &str| problems.push(problem(&format!("accounts.{key}"), reason.into()));
        if self.hook_url.is_empty() {
            if !self.hook_events.is_empty() {
                refuse("hook_url", "set the address of the hook, or remove hook_events");
            }
            return problems;
        }
        if let Err(reason) = outgoing_address::parse(&self.hook_url, "requests are signed with hook_secret") {
            refuse("hook_url", &reason);
        }
        if self.hook_events.is_empty() {
            let reason = "name at least one of before_create, before_sign_in, before_email and before_sms";
            refuse("hook_events", reason);
        }
        problems
    }

    pub(super) fn secret_problem(&self) -> Option<ConfigProblem> {
        if self.hook_url.is_empty() || self.hook_secret.len() >= MIN_SECRET {
            return None;
        }
        let reason = format!("set it, or hook_secret_file, to a secret of at least {MIN_SECRET} characters");
        Some(problem("accounts.hook_secret", reason))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Config, Environment, Secrets, merge};
    use super::*;

    fn merged(keys: &str) -> Result<Config, String> {
        let merged = merge(&format!("[accounts]\n{keys}\n"), &Environment::new(), Secrets::Read);
        merged.map_err(|problems| problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
    }

    const GOOD: &str = "hook_url = 'https://hooks.firma.ro/p'\nhook_secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZg=='\n\
                        hook_events = ['before_create', 'before_email']";

    #[test]
    fn a_hook_covers_the_named_events() {
        let config = merged(GOOD).expect("good");
        let hooks = &config.accounts.hooks;
        assert!(hooks.covers(HookEvent::BeforeCreate) && hooks.covers(HookEvent::BeforeEmail));
        assert!(!hooks.covers(HookEvent::BeforeSignIn) && !HooksConfig::default().covers(HookEvent::BeforeCreate));
        assert!(!format!("{config:?}").contains("whsec"));
    }

    #[test]
    fn a_hook_needs_a_safe_address_a_secret_and_events() {
        for (keys, key) in [
            ("hook_events = ['before_create']".to_owned(), "accounts.hook_url: "),
            (GOOD.replace("https:", "http:"), "accounts.hook_url: must use https"),
            (GOOD.replace("hooks.", "ana:parola@hooks."), "accounts.hook_url: must not contain"),
            (GOOD.replace("whsec_MDEyMzQ1Njc4OWFiY2RlZg==", "short"), "accounts.hook_secret: "),
            (GOOD.replace("'before_create', 'before_email'", ""), "accounts.hook_events: name"),
            (GOOD.replace("before_email", "before_dinner"), "accounts.hook_events: unknown value"),
        ] {
            let problems = merged(&keys).expect_err(&keys);
            assert!(problems.starts_with(key), "{problems}");
        }
        assert!(merged(&GOOD.replace("https://hooks.firma.ro", "http://127.0.0.1:9000")).is_ok());
    }
}
