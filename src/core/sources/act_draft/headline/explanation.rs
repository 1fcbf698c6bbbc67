//! The explanation of an act that changes others or sets its own rules.

use super::HeadlineFacts;
use crate::domain::text::sentence_case;
use crate::sources::act_draft::changes::{ProvisionChange, names_within, plain};
use crate::sources::act_draft::own_rules::within_room;
use crate::sources::act_draft::passages::NewParagraph;

/// Paragraphs and rules that the explanation lists, and characters of each and of all.
const LISTED: usize = 8;
const LISTED_RULES: usize = 4;
const LISTED_TEXT: usize = 700;
const LISTED_TEXTS: usize = 4_500;
/// Characters of the names of the other changes.
const OTHERS: usize = 600;

impl HeadlineFacts<'_> {
    /// What the act changes: the paragraphs that ask most of their readers, and the names of the other changes.
    pub(super) fn explanation(&self, name: &str) -> String {
        let passages = |change| ProvisionChange::passages_of(change).map(move |passage| (change, passage));
        let rules = || self.changes.iter().filter(|change| !change.is_formula());
        let is_only_formulas = rules().next().is_none();
        let listed = self.changes.iter().filter(|change| is_only_formulas || !change.is_formula());
        let all: Vec<(&ProvisionChange, &NewParagraph)> = listed.flat_map(passages).collect();
        let of = |(change, passage): &(&ProvisionChange, &NewParagraph)| {
            change.passage_line(passage, Some(name), LISTED_TEXT)
        };
        let (listed, others) = within_room(all, LISTED, LISTED_TEXTS, |(_, passage)| passage.weight(), of);
        let mut lines: Vec<_> = listed.into_iter().map(|line| format!("- {line}")).collect();
        let others = places_by_act(&others, name);
        lines.extend(names_within(&others, OTHERS).map(|names| format!("- Se mai schimbă: {names}.")));
        let parts = [Some(format!("**Ce se schimbă** în {}:\n\n{}", plain(name), lines.join("\n")))];
        self.with_readers_and_since(parts.into_iter().chain([self.own_rules()]).flatten().collect())
    }

    /// The rules of the act itself that ask most of their readers.
    pub(super) fn own_rules(&self) -> Option<String> {
        let most = if self.changes.is_empty() { LISTED } else { LISTED_RULES };
        let rules = self.rules.iter().collect();
        let (listed, others) =
            within_room(rules, most, LISTED_TEXTS, |rule| rule.weight(), |rule| rule.line(LISTED_TEXT));
        let mut lines: Vec<_> = listed.iter().map(|line| format!("- {line}")).collect();
        let others: Vec<_> = others.iter().map(|rule| rule.place.clone()).collect();
        lines.extend(names_within(&others, OTHERS).map(|names| format!("- Alte reguli: {names}.")));
        (!lines.is_empty()).then(|| format!("**Ce prevede actul:**\n\n{}", lines.join("\n")))
    }

    pub(super) fn with_readers_and_since(&self, mut parts: Vec<String>) -> String {
        let readers = self.readers.as_ref().map(|readers| sentence_case(readers));
        parts.extend(readers.map(|readers| format!("**Pentru cine.** {readers}.")));
        parts.extend(self.since().map(|since| format!("**De când.** {since}")));
        parts.join("\n\n")
    }
}

/// The places of changes, those of one act together: `art. 4 alin. (6), (7)`, `din OUG 93/2012: art. 14`.
fn places_by_act(changes: &[(&ProvisionChange, &NewParagraph)], known: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let (mut act, mut unit) = (known.to_owned(), String::new());
    for (change, passage) in changes.iter().filter(|(_, passage)| !passage.place.is_empty()) {
        let name = change.act_name().unwrap_or_else(|| known.to_owned());
        let (outer, label) = passage.place.rsplit_once(' ').unwrap_or((&passage.place, ""));
        let written = match (name == act, outer == unit) {
            (true, true) => label.to_owned(),
            (true, false) => passage.place.clone(),
            (false, _) => format!("din {name}: {}", passage.place),
        };
        (act, unit) = (name, outer.to_owned());
        if names.last() != Some(&written) {
            names.push(plain(&written));
        }
    }
    names
}
