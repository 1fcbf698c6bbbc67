//! Chooses the stored form to which an act's operations are applied.

use std::collections::BTreeMap;

use jiff::civil::Date;

use crate::domain::ActKey;
use crate::domain::act::Act;
use crate::error::Result;
use crate::store::ReadTx;
use crate::store::forms::{self, FormRecord};

/// The stored forms by the keys of their acts.
pub(super) struct StoredForms(BTreeMap<String, Vec<FormRecord>>);

impl StoredForms {
    pub(super) fn read(tx: &ReadTx) -> Result<Self> {
        let mut by_act: BTreeMap<String, Vec<FormRecord>> = BTreeMap::new();
        for form in forms::all(tx)? {
            by_act.entry(form.key.to_string()).or_default().push(form);
        }
        Ok(Self(by_act))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The last form of the act before this day; `None` if several acts have the name.
    pub(super) fn before(&self, act: &Act, day: Option<Date>) -> Option<&FormRecord> {
        let (name, day) = (ActKey::of(act)?, day?);
        let mut named = self.0.range(name.to_string()..).take_while(|(key, _)| key.starts_with(name.as_str()));
        // A citation of an order does not name its issuer, which is the end of the order's key.
        let is_named = |key: &String| key.len() == name.as_str().len() || key[name.as_str().len()..].starts_with('/');
        let mut found = named.by_ref().filter(|(key, _)| is_named(key));
        let (_, of_act) = found.next()?;
        if found.next().is_some() {
            return None;
        }
        of_act.iter().filter(|form| form.date < day).max_by_key(|form| form.date)
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use jiff::civil::date;

    use super::*;

    fn act(kind: &str, issuer: Option<&str>) -> Act {
        Act { kind: kind.into(), number: Some("31".into()), year: 1990, issuer: issuer.map(Into::into) }
    }

    fn stored(acts: &[(Act, Date)]) -> StoredForms {
        let mut by_act: BTreeMap<String, Vec<FormRecord>> = BTreeMap::new();
        for (act, date) in acts {
            let key = ActKey::of(act).expect("a key");
            let form = FormRecord {
                key: key.clone(),
                act: act.clone(),
                title: String::new(),
                date: *date,
                portal_id: None,
                url: String::new(),
                fetched_at: Timestamp::UNIX_EPOCH,
                text_sha256: String::new(),
                source_sha256: None,
            };
            by_act.entry(key.into()).or_default().push(form);
        }
        StoredForms(by_act)
    }

    #[test]
    fn the_last_form_before_the_day_is_taken() {
        let law = act("LEGE", None);
        let forms = stored(&[(law.clone(), date(2024, 10, 8)), (law.clone(), date(2024, 12, 6))]);
        let day = |year, month, day| forms.before(&law, Some(date(year, month, day))).map(|form| form.date);
        assert_eq!(day(2024, 12, 6), Some(date(2024, 10, 8)));
        assert_eq!(day(2024, 12, 7), Some(date(2024, 12, 6)));
        assert_eq!(day(2024, 10, 8), None);
        assert_eq!(forms.before(&law, None), None);
        assert_eq!(forms.before(&act("HG", None), Some(date(2025, 1, 1))), None);
    }

    #[test]
    fn an_order_without_issuer_is_found_if_only_one_has_its_number() {
        let (anaf, madr) = (act("ORDIN", Some("ANAF")), act("ORDIN", Some("MADR")));
        let (day, cited) = (date(2024, 1, 1), act("ORDIN", None));
        let one = stored(&[(anaf.clone(), day)]);
        assert!(one.before(&cited, Some(date(2025, 1, 1))).is_some());
        let two = stored(&[(anaf.clone(), day), (madr, day)]);
        assert!(two.before(&cited, Some(date(2025, 1, 1))).is_none());
        assert!(two.before(&anaf, Some(date(2025, 1, 1))).is_some());
    }
}
