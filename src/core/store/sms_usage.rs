//! Numbers of text messages by day and country, which limit their cost.

use jiff::civil::Date;

use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::key::KeyRange;
use super::table::Table;
use crate::domain::Country;

/// By day in Romania, and country.
// docs/decisions/0219
pub(super) const SMS_USAGE: Table<(Date, String), u64> = Table::new("sms_usage");

/// The text messages of one day.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SmsUsage {
    pub to_all: u64,
    /// To one country.
    pub to_country: u64,
}

/// The text messages of a day: all of them, and those to a country.
pub fn of(tx: &dyn Reading, day: Date, country: Country) -> Result<SmsUsage, StoreError> {
    let mut usage = SmsUsage::default();
    for row in SMS_USAGE.scan(tx, KeyRange::prefix(&day)) {
        let ((_, of), count) = row?;
        usage.to_all += count;
        if of == country.as_str() {
            usage.to_country += count;
        }
    }
    Ok(usage)
}

/// Counts one more text message.
pub fn count(tx: &WriteTx, day: Date, country: Country) -> Result<(), StoreError> {
    let before = SMS_USAGE.get(tx, &(&day, country.as_str()))?.unwrap_or_default();
    SMS_USAGE.put(tx, &(&day, country.as_str()), &(before + 1))
}

/// Removes the numbers of earlier days.
pub fn remove_before(tx: &WriteTx, day: Date) -> Result<(), StoreError> {
    SMS_USAGE.delete_range(tx, &KeyRange::between(&Date::MIN, &day))
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    findings.each_row(tx, SMS_USAGE, |findings, (day, country), _| {
        if Country::parse(&country).is_none() {
            findings.row(SMS_USAGE, &(&day, country.as_str()), "there is no such country");
        }
        Ok(())
    })?;
    Ok(())
}
