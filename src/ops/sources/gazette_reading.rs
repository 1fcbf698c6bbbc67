//! Reading an issue of the gazette, from the bytes of its file to stored acts.

use std::collections::HashSet;

use super::report::{SourceEvent, SourceSummary};
use super::shared::draft;
use crate::app::App;
use crate::domain::{ActKey, IssueName};
use crate::error::Result;
use crate::ops::acts::record::record;
use crate::ops::blocking::blocking;
use crate::ops::policy::Actor;
use crate::sources::found_act::{DeliveredIssue, Delivery};
use crate::sources::gazette::{self, Issue};
use crate::store::archive::sha256;
use crate::store::gazette_issues;

const PDF: &str = "application/pdf";

/// The state of reading issues.
pub(super) struct GazetteReading<'a> {
    pub(super) app: &'a App,
    pub(super) actor: &'a Actor,
    pub(super) without_drafts: bool,
    pub(super) summary: SourceSummary,
    pub(super) report: &'a mut (dyn FnMut(SourceEvent) + Send),
}

impl GazetteReading<'_> {
    pub(super) fn refuse(&mut self, reason: String) {
        self.summary.refused += 1;
        (self.report)(SourceEvent::Refused { reason });
    }

    /// Reads the file of an issue and stores its acts, unless it was read before. Returns the reason for refusing a
    /// file that is not an issue, or not the expected one.
    pub(super) async fn read_file(
        &mut self,
        bytes: Vec<u8>,
        expected: Option<&IssueName>,
    ) -> Result<std::result::Result<(), String>> {
        let hash = sha256(&bytes);
        let known = self.app.store.read(move |tx| Ok(gazette_issues::by_sha256(tx, &hash)?)).await?;
        if let Some((issue, Some(read_at))) = known.map(|(issue, file)| (issue, file.read_at)) {
            self.summary.known_issues += 1;
            (self.report)(SourceEvent::KnownIssue { issue, read_at });
            return Ok(Ok(()));
        }
        let pages = match self.app.pdf_reader.pages(&bytes).await? {
            Ok(pages) => pages,
            Err(problem) => return Ok(Err(problem.to_string())),
        };
        let mut issue = match blocking("reading an issue", move || gazette::read(&pages)).await? {
            Ok(issue) => issue,
            Err(reason) => return Ok(Err(reason)),
        };
        if let Some(expected) = expected {
            if (&expected.part, expected.year, expected.number)
                != (&issue.name.part, issue.name.year, issue.name.number)
            {
                return Ok(Err(format!("is {} by its headers; it is asked for again later", issue.name)));
            }
            issue.name = expected.clone();
        }
        self.store(issue, bytes).await?;
        Ok(Ok(()))
    }

    async fn store(&mut self, issue: Issue, bytes: Vec<u8>) -> Result<()> {
        let Issue { gazette, name, mut acts, mut refused } = issue;
        let mut keys = HashSet::new();
        acts.retain(|act| {
            let is_new = ActKey::of(&act.act).is_some_and(|key| keys.insert(key));
            if !is_new {
                refused.push(format!("{:?} has the number of another act of the issue", act.title));
            }
            is_new
        });
        let left_out = u32::try_from(refused.len()).unwrap_or(u32::MAX);
        refused.into_iter().for_each(|reason| self.refuse(format!("{name}: {reason}")));
        let delivery = Delivery {
            url: name.url(),
            media_type: PDF.to_owned(),
            fetched_at: self.app.clock.now(),
            bytes,
            issue: Some(DeliveredIssue { name: name.clone(), date: gazette.date, left_out }),
            acts,
        };
        let recorded = record(self.app, self.actor, delivery).await?;
        self.summary.issues += 1;
        self.summary.newest_issue = self.summary.newest_issue.max(Some(gazette.date));
        self.summary.add_page(&recorded, self.report);
        (self.report)(SourceEvent::Issue { issue: name, acts: recorded.len() as u64 });
        if self.without_drafts {
            return Ok(());
        }
        draft(self.app, self.actor, &recorded, &mut self.summary, self.report).await
    }
}
