//! Composes campaign messages. A message is rendered once for all recipients with the same content.

use std::sync::Arc;

use data_encoding::HEXLOWER;
use jiff::civil::Date;
use sha2::{Digest, Sha256};

use super::articles::{ArticlePresenter, SelectedArticle, SelectedOverview, topic_names};
use super::campaign;
use super::composition::Composition;
use super::concern::ItemConcern;
use super::content::{self, Selection, Window};
use super::due_lines::DueLinePresenter;
use super::envelope::{address, envelope};
use super::reasons::Reasons;
use super::reminders;
use crate::app::App;
use crate::catalogue::Snapshot;
use crate::domain::concern::{Evaluations, book};
use crate::domain::mailing::SkipReason;
use crate::domain::message::MessageKind;
use crate::domain::reminder::ReminderLine;
use crate::domain::{Language, OverviewId};
use crate::error::Result;
use crate::mail::merge_fields::MergeValues;
use crate::mail::{self, BulkHeaders, DutyLine, ListUnsubscribe, Message, Rendered, Sender};
use crate::ops::day_figures::figures_of_today;
use crate::ops::mail::automatic::schedule::date_of;
use crate::ops::mail::claimed::BulkDelivery;
use crate::ops::mail::due_candidates::DueCandidates;
use crate::ops::mail::eligibility::CampaignItem;
use crate::ops::mail::links;
use crate::store::campaigns::CampaignRecord;
use crate::store::outbox::OutboxRecord;
use crate::store::{articles, monthly_overviews, topics};

/// Everything that a rendered message depends on.
struct Variant<'a> {
    campaign: &'a CampaignRecord,
    /// The lines of a reminder.
    lines: &'a [ReminderLine],
    language: Language,
    /// Whether the message greets the recipient by name.
    is_named: bool,
    items: &'a [CampaignItem],
    /// What the recipient's answers decide about each; empty without answers.
    concerns: Vec<Option<ItemConcern>>,
    /// As [`Selection::own_days`].
    own_days: Option<Vec<(Date, DutyLine)>>,
    /// Items that the message only counts.
    omitted: usize,
    overviews: &'a [OverviewId],
}

pub(super) fn compose(app: &App, delivery: &OutboxRecord, bulk: &BulkDelivery) -> Result<Composition> {
    let display_name = mail::greeted(&bulk.eligible.recipient.display_name).unwrap_or_default().to_owned();
    let variant = Variant::new(app, delivery, bulk, !display_name.is_empty())?;
    let key = variant.cache_key();
    let rendered = match app.rendered_mails.get(&key) {
        Some(rendered) => rendered,
        None => match variant.render(app)? {
            Some(rendered) => app.rendered_mails.put(key, rendered),
            None => return Ok(Composition::Skipped(SkipReason::NothingRelevant)),
        },
    };
    let values = merge_values(app, delivery, display_name)?;
    let sender = Sender::new(&app.config, &app.public_url());
    let headers = headers(app, &values, &sender)?;
    let message = rendered.to(envelope(app, delivery)?, &values, &sender);
    Ok(Composition::Message(Box::new(Message { bulk: Some(headers), ..message })))
}

fn merge_values(app: &App, delivery: &OutboxRecord, display_name: String) -> Result<MergeValues> {
    let to = address(delivery)?;
    Ok(MergeValues {
        to: to.clone(),
        display_name,
        preferences_url: links::preferences_url(app, to)?,
        unsubscribe_url: links::unsubscribe_url(app, to)?,
    })
}

/// The list headers; `mailto:` only when incoming mail is read.
fn headers(app: &App, values: &MergeValues, sender: &Sender) -> Result<BulkHeaders> {
    let address = &app.config.mail.bounces.bounce_address;
    let token = links::mail_token(app, &values.to)?;
    let mailto = (!address.is_empty()).then(|| format!("mailto:{address}?subject=unsubscribe%20{token}"));
    let unsubscribe = ListUnsubscribe { https: values.unsubscribe_url.clone(), mailto };
    Ok(BulkHeaders { unsubscribe, list_id: format!("news.{}", sender.host) })
}

impl<'a> Variant<'a> {
    fn new(app: &App, delivery: &'a OutboxRecord, bulk: &'a BulkDelivery, is_named: bool) -> Result<Self> {
        let BulkDelivery { campaign, eligible } = bulk;
        // The operator's text may lack the recipient's language; the outbox row holds the chosen one.
        let language = if campaign.versions.is_empty() { eligible.recipient.language } else { delivery.language };
        let shown = eligible.items.len().min(content::max_articles(campaign.kind));
        let (items, omitted) = eligible.items.split_at(shown);
        let (answers, snapshot) = (&eligible.recipient.answers, app.catalogue.snapshot());
        let figures = figures_of_today(app);
        let (mut concerns, mut own_days) = (vec![], None);
        match answers.evaluations(book(), &figures) {
            Some(evaluations) if campaign.kind == MessageKind::Deadlines => {
                own_days = Some(due_lines(app, &snapshot, &evaluations, bulk, language)?);
            }
            Some(evaluations) => {
                let of = |item| ItemConcern::of(answers, &evaluations, &snapshot, item);
                concerns = items.iter().map(of).collect::<Result<_>>()?;
            }
            None => {}
        }
        // The lines of the days name their articles.
        let items: &[CampaignItem] = if own_days.is_some() { &[] } else { items };
        Ok(Self {
            campaign,
            lines: &delivery.content.reminders,
            language,
            is_named,
            items,
            concerns,
            own_days,
            omitted: omitted.len(),
            overviews: &eligible.overviews,
        })
    }

    fn cache_key(&self) -> String {
        let mut digest = Sha256::new();
        for CampaignItem { slug, reason, .. } in self.items {
            digest.update(format!("{slug} {reason:?}"));
            digest.update([0]);
        }
        for concern in &self.concerns {
            digest.update(format!("{concern:?}"));
        }
        if let Some(own_days) = &self.own_days {
            digest.update(format!("{own_days:?}"));
        }
        for line in self.lines {
            digest.update(format!("{line:?}"));
        }
        for id in self.overviews {
            digest.update(id.to_string());
            digest.update([0]);
        }
        let items = HEXLOWER.encode(&digest.finalize()[..16]);
        format!("{} {} {} {} {items}", self.campaign.id, self.language, self.is_named, self.omitted)
    }

    /// Renders the message; `None` when nothing is left to send.
    fn render(&self, app: &App) -> Result<Option<Rendered>> {
        match self.campaign.kind {
            MessageKind::Campaign => campaign::render(app, self.campaign, self.language, self.is_named).map(Some),
            MessageKind::Reminders => {
                let sender = Sender::new(&app.config, &app.public_url());
                reminders::render(self.lines, self.language, app.clock.today(), &sender)
            }
            _ => self.render_automatic(app),
        }
    }

    fn render_automatic(&self, app: &App) -> Result<Option<Rendered>> {
        let (campaign, language) = (self.campaign, self.language);
        let snapshot = app.catalogue.snapshot();
        let selection = app.store.read_blocking(|tx| {
            let topics = topic_names(&topics::list(tx)?, language);
            let reasons = Reasons { language, topics: &topics, snapshot: &snapshot };
            let own_days = self.own_days.clone();
            let mut selection = Selection { omitted: self.omitted, own_days, ..Selection::default() };
            for (place, item) in self.items.iter().enumerate() {
                let Some(record) = articles::get(tx, &item.slug)? else { continue };
                let concern = self.concerns.get(place).cloned().flatten();
                let (reason, label) = (Some(reasons.of(item, concern.as_ref())), reasons.label(item));
                selection.articles.push(SelectedArticle { article: record.article, reason, label, concern });
            }
            for id in self.overviews {
                let Some(record) = monthly_overviews::get(tx, id)? else { continue };
                let topic = id.topic.as_ref().map(|topic| topics.get(topic).cloned());
                // The overview of a topic that the operator removed has no page.
                if topic != Some(None) {
                    selection.overviews.push(SelectedOverview { overview: record.overview, topic: topic.flatten() });
                }
            }
            Ok(selection)
        })?;
        let is_expected = !(self.items.is_empty() && self.overviews.is_empty());
        if is_expected && selection.articles.is_empty() && selection.overviews.is_empty() {
            return Ok(None);
        }
        let sender = Sender::new(&app.config, &app.public_url());
        let window = Window { since: campaign.since, until: campaign.until, before: campaign.until.map(date_of) };
        let presenter = ArticlePresenter { language, public_url: &sender.public_url, today: app.clock.today() };
        render_automatic(campaign.kind, &selection, window, &presenter, &sender)
    }
}

/// What is certainly due for the recipient in the period of a deadlines campaign.
fn due_lines(
    app: &App,
    snapshot: &Arc<Snapshot>,
    evaluations: &Evaluations<'_>,
    BulkDelivery { campaign, eligible }: &BulkDelivery,
    language: Language,
) -> Result<Vec<(Date, DutyLine)>> {
    let (public_url, today) = (Sender::new(&app.config, &app.public_url()).public_url, app.clock.today());
    let slugs = eligible.items.iter().map(|item| &item.slug);
    let candidates = DueCandidates::new(snapshot, campaign, today, slugs);
    let articles = ArticlePresenter { language, public_url: &public_url, today };
    let answers = &eligible.recipient.answers;
    let presenter = DueLinePresenter { articles, snapshot, answers, evaluations };
    presenter.lines(&candidates.due_lines(evaluations))
}

/// Renders an automatic message; `None` if it would have no content.
///
/// # Errors
/// `internal` for a kind that is not automatic.
pub(super) fn render_automatic(
    kind: MessageKind,
    selection: &Selection,
    window: Window,
    presenter: &ArticlePresenter,
    sender: &Sender,
) -> Result<Option<Rendered>> {
    let content = content::automatic_content(kind, selection, window, presenter);
    let is_empty = match kind {
        MessageKind::Urgent => content.cards.is_empty(),
        MessageKind::Deadlines => content.days.is_empty(),
        _ => false,
    };
    if is_empty {
        return Ok(None);
    }
    let document = mail::write_automatic(kind, &content, sender)?;
    Ok(Some(Rendered::new(&document, presenter.language, sender)))
}
