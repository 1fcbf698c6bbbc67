//! What stored acts change in one provision, whose number may change.

use std::collections::BTreeSet;

use jiff::civil::Date;

use crate::catalogue::Catalogue;
use crate::domain::act::Act;
use crate::domain::provision_follow::{ProvisionName, renamed};
use crate::domain::{ActId, ActKey, ChangedProvisions, Slug};
use crate::error::Result;
use crate::store::changed_provisions::{self, ChangedAct};
use crate::store::{ReadTx, Reading, acts};

/// An act that gives provisions other numbers, with its day of effect.
pub(in crate::ops) struct Renumbering<'a> {
    pub day: Date,
    pub by: &'a ActKey,
    pub changed: &'a ChangedProvisions,
}

/// What stored acts change in the act with this page.
pub(in crate::ops) fn changes_of(
    tx: &dyn Reading,
    catalogue: &Catalogue,
    id: &ActId,
    act: &Act,
) -> Result<Vec<(ActKey, ChangedAct)>> {
    let mut all = changed_provisions::of_act(tx, act)?;
    all.retain(|(_, changed)| catalogue.act_id(&changed.act).as_ref() == Some(id));
    Ok(all)
}

/// The renumberings whose day is known, oldest first.
pub(in crate::ops) fn renumberings(all: &[(ActKey, ChangedAct)]) -> Vec<Renumbering<'_>> {
    let renumbering = all.iter().filter(|(_, act)| !act.changed.renumbered.is_empty());
    let dated = renumbering.filter_map(|(by, act)| Some(Renumbering { day: act.in_force?, by, changed: &act.changed }));
    let mut dated: Vec<_> = dated.collect();
    dated.sort_by_key(|renumbering| renumbering.day);
    dated
}

/// The number that a provision, followed since `began`, has on `today`; `None` if it is still the same, or while the
/// articles are indexed.
pub(in crate::ops) fn present_number(
    tx: &dyn Reading,
    catalogue: &Catalogue,
    followed: &ProvisionName,
    began: Date,
    today: Date,
) -> Result<Option<String>> {
    let Ok(Some(found)) = catalogue.act(&followed.act) else { return Ok(None) };
    let all = changes_of(tx, catalogue, &found.id, &found.act)?;
    let renumberings = renumberings(&all);
    let since = renumberings.iter().filter(|renumbering| began < renumbering.day && renumbering.day <= today);
    let present = renamed(&followed.provision, since.map(|renumbering| renumbering.changed));
    Ok(Some(present).filter(|present| *present != followed.provision))
}

/// The articles on acts that change the provision, by the number that it has on `today`: those that a follow of it
/// announces.
///
/// # Errors
/// `unavailable` while the articles are indexed.
pub(in crate::ops) fn articles_on_changes(
    tx: &ReadTx,
    catalogue: &Catalogue,
    name: &ProvisionName,
    today: Date,
) -> Result<BTreeSet<Slug>> {
    let Some(found) = catalogue.act(&name.act)? else { return Ok(BTreeSet::new()) };
    let all = changes_of(tx, catalogue, &found.id, &found.act)?;
    let mut renumberings = renumberings(&all);
    renumberings.retain(|renumbering| renumbering.day <= today);
    let mut ids = Vec::new();
    for (by, act) in &all {
        if act.changed.concerns(&number_before(by, act, &renumberings, &name.provision)) {
            ids.extend(acts::get(tx, by)?.and_then(|record| catalogue.act_id(&record.act)));
        }
    }
    Ok(catalogue.slugs_on_acts(&ids)?.into_iter().collect())
}

/// The number that a provision had before an act, from its number after all `renumberings`.
fn number_before(by: &ActKey, act: &ChangedAct, renumberings: &[Renumbering<'_>], provision: &str) -> String {
    let is_later =
        |renumbering: &&Renumbering<'_>| renumbering.by != by && act.in_force.is_some_and(|day| renumbering.day >= day);
    let later = renumberings.iter().rev().filter(is_later);
    let after = later.fold(provision.to_owned(), |name, renumbering| renumbering.changed.former(&name));
    match renumberings.iter().find(|renumbering| renumbering.by == by) {
        Some(own) => own.changed.former(&after),
        None => after,
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn act(number: &str, year: i16, changed: ChangedProvisions) -> (ActKey, ChangedAct) {
        let of = |number: &str, year| Act { kind: "LEGE".into(), number: Some(number.into()), year, issuer: None };
        let by = ActKey::of(&of(number, year)).expect("a key");
        (by, ChangedAct { act: of("227", 2015), in_force: Some(date(year, 1, 1)), changed })
    }

    #[test]
    fn a_change_names_the_number_that_the_provision_had_then() {
        let named = |place: &str| ChangedProvisions { places: vec![place.into()], renumbered: vec![] };
        let moved =
            |old: &str, new: &str| ChangedProvisions { renumbered: vec![(old.into(), new.into())], ..named(old) };
        let all = [
            act("1", 2023, named("art. 120")),
            act("2", 2024, moved("art. 120", "art. 121")),
            act("3", 2025, named("art. 121 alin. (2)")),
            act("4", 2025, named("art. 120")),
        ];
        let renumberings = renumberings(&all);
        let concerned: Vec<bool> = all
            .iter()
            .map(|(by, act)| act.changed.concerns(&number_before(by, act, &renumberings, "art. 121")))
            .collect();
        assert_eq!(concerned, [true, true, true, false]);
    }
}
