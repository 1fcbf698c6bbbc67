//! Steps: what a reader does about a change of the law.

use std::collections::HashSet;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::audience_role::AudienceRole;
use super::concern::Expression;
use super::slug::Slug;
use super::text;

/// A step. Readers tick it off by its id, which therefore stays the same over revisions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// `[a-z0-9-]{1,60}`, unique in the article.
    pub id: String,
    pub text: String,
    /// Empty when it applies to all roles of the article.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roles: Vec<AudienceRole>,
    /// The last day of this step, if it has one of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<Date>,
    /// Which readers take it, if other than the article concerns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Box<Expression>>,
}

impl Step {
    pub const MAX_ID: usize = 60;

    pub fn is_id(text: &str) -> bool {
        text::is_id(text, Self::MAX_ID)
    }

    /// An id made from the text that is not yet `taken`.
    pub fn id_for(text: &str, taken: &HashSet<String>) -> String {
        let made = Slug::from_title(text).map_or_else(|| "pas".to_owned(), |slug| cut(slug.as_str(), Self::MAX_ID));
        if !taken.contains(&made) {
            return made;
        }
        let numbered = |number: usize| {
            let end = format!("-{number}");
            cut(&made, Self::MAX_ID - end.len()) + &end
        };
        (2..).map(numbered).find(|id| !taken.contains(id)).unwrap_or(made)
    }
}

/// The roles that some steps concern, and the steps.
pub type StepGroup<'s> = (&'s [AudienceRole], Vec<&'s Step>);

/// The steps by role, those for everybody first. Readers count the steps in this order.
// docs/decisions/0267
pub fn by_role(steps: &[Step]) -> Vec<StepGroup<'_>> {
    let mut groups: Vec<StepGroup<'_>> = Vec::new();
    for step in steps {
        match groups.iter_mut().find(|(roles, _)| is_same(roles, &step.roles)) {
            Some((_, group)) => group.push(step),
            None => groups.push((&step.roles, vec![step])),
        }
    }
    groups.sort_by_key(|(roles, _)| !roles.is_empty());
    groups
}

fn is_same(some: &[AudienceRole], others: &[AudienceRole]) -> bool {
    some.len() == others.len() && some.iter().all(|role| others.contains(role))
}

/// Reads the id of a dated duty, `due-DATE-INDEX`: the day that was due and the index of the entry among the article's
/// dated entries. A recurring duty has an id for each of its days.
pub fn duty_of_id(id: &str) -> Option<(Date, usize)> {
    let (date, index) = id.strip_prefix("due-")?.rsplit_once('-')?;
    let duty: (Date, usize) = (date.parse().ok()?, index.parse().ok()?);
    // Each duty has one spelling.
    (format!("due-{}-{}", duty.0, duty.1) == id).then_some(duty)
}

/// Whether the id is of a day of a recurring duty. A duty has one entry, so the index is 0.
pub fn is_day_of_duty(id: &str) -> bool {
    duty_of_id(id).is_some_and(|(_, index)| index == 0)
}

/// Cuts an id between words where it can.
fn cut(id: &str, max: usize) -> String {
    let Some(kept) = id.get(..max).filter(|_| id.len() > max) else { return id.to_owned() };
    let whole = if id[max..].starts_with('-') { kept } else { kept.rsplit_once('-').map_or(kept, |(words, _)| words) };
    whole.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_made_from_words_and_are_unique() {
        let mut taken = HashSet::new();
        let mut id = |text: &str| {
            let id = Step::id_for(text, &taken);
            assert!(Step::is_id(&id), "{id}");
            taken.insert(id.clone());
            id
        };
        assert_eq!(id("Verifică *contractul*."), "verifica-contractul");
        assert_eq!(id("Verifică contractul"), "verifica-contractul-2");
        assert_eq!(id("…"), "pas");
        let long = "Depune declarația unică la ANAF până la termen, cu toate veniturile din anul precedent";
        assert_eq!(id(long), "depune-declaratia-unica-la-anaf-pana-la-termen-cu-toate");
        assert_eq!(id(long), "depune-declaratia-unica-la-anaf-pana-la-termen-cu-toate-2");
        assert_eq!(id(&"x".repeat(90)), "x".repeat(60));
    }

    #[test]
    fn steps_are_grouped_by_role_those_for_everybody_first() {
        use AudienceRole::{Company, Farmer, Landlord};
        let step = |id: &str, roles: &[AudienceRole]| Step {
            id: id.into(),
            text: id.into(),
            roles: roles.to_vec(),
            date: None,
            condition: None,
        };
        let steps = [
            step("a", &[Landlord]),
            step("b", &[Company, Farmer]),
            step("c", &[]),
            step("d", &[Farmer, Company]),
            step("e", &[Landlord]),
        ];
        let ids = |(_, group): &StepGroup<'_>| group.iter().map(|step| step.id.as_str()).collect::<String>();
        assert_eq!(by_role(&steps).iter().map(ids).collect::<Vec<_>>(), ["c", "ae", "bd"]);
    }

    #[test]
    fn the_id_of_a_duty_names_day_and_entry() {
        assert_eq!(duty_of_id("due-2026-11-25-2"), Some((jiff::civil::date(2026, 11, 25), 2)));
        for wrong in ["due-term-0", "due-2026-11-25", "due-2026-11-25-02", "due-20261125-2", "x", "due-2026-02-30-1"] {
            assert_eq!(duty_of_id(wrong), None, "{wrong}");
        }
    }
}
