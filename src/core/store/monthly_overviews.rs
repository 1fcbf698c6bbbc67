//! Monthly overviews in any status: drafts, published and withdrawn ones.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::table::Table;
use crate::domain::desk::Signature;
use crate::domain::{MonthlyOverview, OverviewId, Status};

/// By id, so in the order of the months.
pub(super) const MONTHLY_OVERVIEWS: Table<String, OverviewRecord> = Table::new("monthly_overviews");

/// Most overviews that are read at once: ten years of months, each with eleven topics and the overview of all of them.
const MAX_OVERVIEWS: usize = 12 * 10 * 12;

/// An overview in any status.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OverviewRecord {
    #[serde(flatten)]
    pub overview: MonthlyOverview,
    /// A withdrawn overview is not made again.
    pub status: Status,
    pub made_at: Timestamp,
    /// Who last changed the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub saved: Option<Signature>,
    /// Who published it last, and when.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published: Option<Signature>,
}

pub fn get(tx: &dyn Reading, id: &OverviewId) -> Result<Option<OverviewRecord>, StoreError> {
    MONTHLY_OVERVIEWS.get(tx, id.to_string().as_str())
}

pub fn put(tx: &WriteTx, record: &OverviewRecord) -> Result<(), StoreError> {
    MONTHLY_OVERVIEWS.put(tx, record.overview.id.to_string().as_str(), record)
}

/// The newest overviews, the latest month first; of a month, the one of all topics first, then by topic id.
pub fn newest(tx: &dyn Reading) -> Result<Vec<OverviewRecord>, StoreError> {
    let mut records = MONTHLY_OVERVIEWS.last(tx, MAX_OVERVIEWS)?;
    records.sort_by(|a, b| {
        let (a, b) = (&a.overview.id, &b.overview.id);
        b.month.cmp(&a.month).then_with(|| a.topic.cmp(&b.topic))
    });
    Ok(records)
}

/// The published overviews among the newest, in the order of [`newest`].
pub fn published(tx: &dyn Reading) -> Result<Vec<MonthlyOverview>, StoreError> {
    let records = newest(tx)?.into_iter();
    Ok(records.filter(|record| record.status == Status::Published).map(|record| record.overview).collect())
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    findings.each_row(tx, MONTHLY_OVERVIEWS, |findings, id, record| {
        if record.overview.id.to_string() != id {
            findings.row(MONTHLY_OVERVIEWS, &id, "the record names another id");
        }
        if (record.status == Status::Published) && record.published.is_none() {
            findings.row(MONTHLY_OVERVIEWS, &id, "a published overview has no signature");
        }
        Ok(())
    })?;
    Ok(())
}
