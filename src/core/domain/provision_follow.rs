//! Following one provision of an act, whose number may change.

use std::fmt;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::act_id::ActId;
use super::act_key::ActKey;
use paragraf_law::act::Act;
use paragraf_law::amend::changed::{ChangedProvisions, provision_name};
use paragraf_law::{MentionValue, read_text};

/// Provisions of one reference in a text that are read.
const MAX_NAMED: usize = 100;

/// Prefix of a followed provision, before its [`ProvisionName`].
pub const PROVISION_PREFIX: &str = "provision:";

/// A provision that can be followed: `lege-227-2015:art. 120 alin. (2)`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ProvisionName {
    pub act: ActId,
    /// In the one spelling of [`provision_name`].
    pub provision: String,
}

impl ProvisionName {
    /// Reads a name in any spelling of its provision; `None` if it names no single provision.
    pub fn parse(text: &str) -> Option<Self> {
        let (act, provision) = text.split_once(':')?;
        Some(Self { act: ActId::parse(act)?, provision: provision_name(provision)? })
    }
}

impl fmt::Display for ProvisionName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.act, self.provision)
    }
}

/// A followed provision that a change concerns, for the follows that began on these days.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProvisionHit {
    /// The name of the follow, with its prefix.
    pub name: String,
    /// The number that the provision has before the change, where it is another one than in the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub present: Option<String>,
    /// The first day; `None` without a bound.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Date>,
    /// The day after the last; `None` without a bound.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Date>,
}

impl ProvisionHit {
    /// Whether a follow that began on this day is among them.
    pub fn includes(&self, began: Date) -> bool {
        self.since.is_none_or(|since| since <= began) && self.until.is_none_or(|until| began < until)
    }

    /// The name of the provision by the number that it has before the change.
    pub fn present_name(&self) -> String {
        match (&self.present, self.name.rsplit_once(':')) {
            (Some(present), Some((act, _))) => format!("{act}:{present}"),
            _ => self.name.clone(),
        }
    }
}

/// The follows of a provision that a change concerns. `earlier` has the renumberings before the change, by their days of
/// effect, oldest first. The name of a follow has the numbers of the day on which the follow began.
// docs/decisions/0410
pub fn hits(
    followed: &ProvisionName,
    change: &ChangedProvisions,
    earlier: &[(Date, &ChangedProvisions)],
) -> Vec<ProvisionHit> {
    let mut hits: Vec<ProvisionHit> = Vec::new();
    for first_later in 0..=earlier.len() {
        let since = first_later.checked_sub(1).map(|at| earlier[at].0);
        let until = earlier.get(first_later).map(|(day, _)| *day);
        let present = renamed(&followed.provision, earlier[first_later..].iter().map(|(_, act)| *act));
        if !change.concerns(&present) {
            continue;
        }
        let present = Some(present).filter(|present| *present != followed.provision);
        match hits.last_mut().filter(|last| last.until == since && last.present == present) {
            Some(last) => last.until = until,
            None => hits.push(ProvisionHit { name: format!("{PROVISION_PREFIX}{followed}"), present, since, until }),
        }
    }
    hits
}

/// The name of a provision after these changes, the oldest first.
pub fn renamed<'a>(provision: &str, changes: impl Iterator<Item = &'a ChangedProvisions>) -> String {
    changes.fold(provision.to_owned(), |name, act| act.renamed(&name))
}

/// The provisions that texts name, of the act or of none.
pub fn named_provisions(texts: &[&str], act: &Act) -> ChangedProvisions {
    let (mut named, wanted) = (ChangedProvisions::default(), ActKey::of(act));
    for mention in texts.iter().flat_map(|text| read_text(text)) {
        let MentionValue::Provision { provision, of } = mention.value else { continue };
        let is_of_act = of.is_none_or(|of| of.to_act().as_ref().and_then(ActKey::of) == wanted);
        for single in provision.first_singles(MAX_NAMED).iter().filter(|_| is_of_act) {
            named.add_place(single.to_string());
        }
    }
    named
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn changes(places: &[&str]) -> ChangedProvisions {
        ChangedProvisions { places: places.iter().map(ToString::to_string).collect(), renumbered: vec![] }
    }

    fn renumbers(old: &str, new: &str) -> ChangedProvisions {
        ChangedProvisions { places: vec![old.into()], renumbered: vec![(old.into(), new.into())] }
    }

    #[test]
    fn a_name_has_one_spelling() {
        let read = |text: &str| ProvisionName::parse(text).map(|name| name.to_string());
        assert_eq!(read("lege-227-2015:Articolul 120").as_deref(), Some("lege-227-2015:art. 120"));
        assert_eq!(read("lege-31-1990:lit. f^1) a art. 7").as_deref(), Some("lege-31-1990:art. 7 lit. f^1)"));
        for text in ["lege-31-1990", "lege-31-1990:", "x:art. 7", "lege-31-1990:cap. II", "lege-31-1990:art. 7-9", ":"]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn a_follow_keeps_to_its_provision_through_renumberings() {
        let followed = ProvisionName::parse("lege-227-2015:art. 120").expect("a name");
        let moved = renumbers("art. 120", "art. 121");
        let earlier = [(date(2025, 1, 1), &moved)];
        let of = |place: &str| hits(&followed, &changes(&[place]), &earlier);
        let [new] = &of("art. 121 alin. (2)")[..] else { panic!("one hit") };
        assert_eq!((new.since, new.until, new.present.as_deref()), (None, Some(date(2025, 1, 1)), Some("art. 121")));
        assert!(new.includes(date(2024, 12, 31)) && !new.includes(date(2025, 1, 1)));
        assert_eq!(new.present_name(), "provision:lege-227-2015:art. 121");
        let [old] = &of("art. 120")[..] else { panic!("one hit") };
        assert_eq!((old.since, old.until, old.present.as_deref()), (Some(date(2025, 1, 1)), None, None));
        assert!(of("art. 122").is_empty());
        let both = hits(&followed, &changes(&["art. 120", "art. 121"]), &earlier);
        let numbers: Vec<_> = both.iter().map(|hit| (hit.name.as_str(), hit.present.as_deref())).collect();
        let name = "provision:lege-227-2015:art. 120";
        assert_eq!(numbers, [(name, Some("art. 121")), (name, None)], "before and since the other number");
        let elsewhere = renumbers("art. 7", "art. 8");
        let [one] = &hits(&followed, &changes(&["art. 120"]), &[(date(2025, 1, 1), &elsewhere)])[..] else {
            panic!("one hit")
        };
        assert_eq!((one.since, one.until), (None, None), "another provision got another number");
        assert_eq!(hits(&followed, &moved, &[]).len(), 1, "the renumbering itself concerns the provision");
    }

    #[test]
    fn a_follow_begun_between_two_renumberings_follows_only_the_later_one() {
        let followed = ProvisionName::parse("lege-227-2015:art. 120 alin. (1)").expect("a name");
        let (first, second) = (renumbers("art. 120", "art. 121"), renumbers("art. 120", "art. 130"));
        let earlier = [(date(2024, 1, 1), &first), (date(2025, 1, 1), &second)];
        let of = |place: &str| {
            let days = [date(2023, 6, 1), date(2024, 6, 1), date(2025, 6, 1)];
            let hits = hits(&followed, &changes(&[place]), &earlier);
            days.map(|began| hits.iter().any(|hit| hit.includes(began)))
        };
        assert_eq!(of("art. 121"), [true, false, false]);
        assert_eq!(of("art. 130 alin. (1)"), [false, true, false]);
        assert_eq!(of("art. 120"), [false, false, true]);
    }
}
