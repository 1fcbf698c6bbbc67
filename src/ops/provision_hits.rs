//! The followed provisions that the act of an article changes.

use jiff::civil::Date;

use super::amendments::key_of;
use super::provision_changes::{changes_of, renumberings};
use crate::catalogue::Catalogue;
use crate::domain::act::Act;
use crate::domain::provision_follow::{PROVISION_PREFIX, ProvisionName, hits};
use crate::domain::{ActKey, Article, ChangedProvisions};
use crate::error::Result;
use crate::store::campaigns::CampaignProvision;
use crate::store::changed_provisions::ChangedAct;
use crate::store::marks::{self, Mark};
use crate::store::{Reading, amendments};

/// Most followed provisions of one act that are compared with a change.
const MAX_NAMES: usize = 10_000;

/// Finds the follows of provisions that the act of an article changes. Only acts whose text is stored are known to
/// change provisions.
pub(in crate::ops) fn provision_hits(
    tx: &dyn Reading,
    catalogue: &Catalogue,
    article: &Article,
) -> Result<Vec<CampaignProvision>> {
    if !marks::any_with_prefix(tx, Mark::Follow, PROVISION_PREFIX)? {
        return Ok(vec![]);
    }
    let Some(key) = key_of(tx, &article.slug, article.act.as_ref())? else { return Ok(vec![]) };
    let amended = amendments::get(tx, &key)?.map(|record| record.acts).unwrap_or_default();
    let mut found = Vec::new();
    for act in amended.into_iter().map(|amended| amended.act) {
        found.extend(hits_of_act(tx, catalogue, &key, &act)?);
    }
    Ok(found)
}

fn hits_of_act(tx: &dyn Reading, catalogue: &Catalogue, by: &ActKey, act: &Act) -> Result<Vec<CampaignProvision>> {
    let Some(id) = catalogue.act_id(act) else { return Ok(vec![]) };
    let names = marks::names_after(tx, Mark::Follow, &format!("{PROVISION_PREFIX}{id}:"), None, MAX_NAMES)?;
    if names.is_empty() {
        return Ok(vec![]);
    }
    let all = changes_of(tx, catalogue, &id, act)?;
    let Some((_, own)) = all.iter().find(|(amending, _)| amending == by) else { return Ok(vec![]) };
    let earlier = earlier_renumberings(&all, by, own.in_force);
    let named = names.iter().filter_map(|name| ProvisionName::parse(name.strip_prefix(PROVISION_PREFIX)?));
    let hits = named.flat_map(|name| hits(&name, &own.changed, &earlier));
    Ok(hits.map(|hit| CampaignProvision { act: act.clone(), hit }).collect())
}

/// The renumberings by other acts that take effect before `day`, oldest first.
fn earlier_renumberings<'a>(
    all: &'a [(ActKey, ChangedAct)],
    by: &ActKey,
    day: Option<Date>,
) -> Vec<(Date, &'a ChangedProvisions)> {
    let others = renumberings(all).into_iter().filter(|other| other.by != by);
    let earlier = others.filter(|other| day.is_none_or(|day| other.day < day));
    earlier.map(|other| (other.day, other.changed)).collect()
}
