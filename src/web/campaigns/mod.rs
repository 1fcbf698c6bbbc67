//! The archive of campaigns: pages without scripts and without anything about a recipient.
//!
//! A page is made once for each state of campaigns and articles.

pub(super) mod cache;
mod card;
mod html;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::State;
use axum::http::HeaderValue;

use self::cache::CampaignPage;
use self::card::Articles;
pub(super) use self::html::path;
use super::accepted::Accepted;
use super::body::{Body, Effort, HTML};
use super::error::Result;
use super::extract::PathParam;
use super::feeds;
use super::pages::parameters::{PageUri, language};
use super::pages::response::missing;
use super::parameter_values::Lang;
use super::query::LinkQuery;
use super::reply::{Caching, send};
use super::state::{VISITOR, Web};
use crate::domain::prose::{self, Part};
use crate::domain::{CampaignId, Language};
use crate::error::{Error, Kind};
use crate::ops::browse;
use crate::ops::mail::campaigns::public::{self, PublicCampaign};
use crate::web::operation::{HtmlPage, MissingPage};

const MAX_ENTRIES: usize = 50;

/// Returns the archive of campaigns, newest first.
#[utoipa::path(get, path = "", tag = "pages", operation_id = "getCampaigns", responses(HtmlPage))]
pub(super) async fn archive(State(web): State<Arc<Web>>, PageUri(uri): PageUri, accepted: Accepted) -> Result {
    show(&web, CampaignPage::Archive, language(&uri), &accepted).await
}

/// Returns a campaign as it was sent, without anything personal.
///
/// A campaign without a text in the language is shown in its other language.
#[utoipa::path(get, path = "", tag = "pages", operation_id = "getCampaign", responses(HtmlPage, MissingPage))]
pub(super) async fn campaign(
    State(web): State<Arc<Web>>,
    PathParam(id): PathParam,
    PageUri(uri): PageUri,
    accepted: Accepted,
) -> Result {
    let shown = match CampaignId::parse(&id) {
        Some(id) => show(&web, CampaignPage::One(id), language(&uri), &accepted).await,
        None => return missing(&web, language(&uri), &accepted).await,
    };
    match shown {
        Err(failure) if failure.error.kind == Kind::NotFound => missing(&web, language(&uri), &accepted).await,
        shown => shown,
    }
}

/// Returns the newest 50 campaigns as an Atom feed (RFC 4287).
#[utoipa::path(get, path = "", tag = "feeds", operation_id = "getCampaignsFeed", responses(
    (status = 200, description = "The feed", content_type = "application/atom+xml", body = String),
))]
pub(super) async fn feed(
    State(web): State<Arc<Web>>,
    accepted: Accepted,
    LinkQuery(Lang(language)): LinkQuery<Lang>,
) -> Result {
    show(&web, CampaignPage::Feed, language, &accepted).await
}

/// The generation of the campaigns, part of the keys of the caches here and in the sitemap.
pub(super) fn generation(web: &Web) -> u64 {
    web.app.campaigns_generation.load(Ordering::Relaxed)
}

async fn show(web: &Web, view: CampaignPage, language: Language, accepted: &Accepted) -> Result {
    // Read before the content, which is then at least as new.
    let key = (web.catalogue_generation(), generation(web), language, view.clone());
    let body = web.campaigns.0.get_or_make(key, make(web, &view, language)).await?;
    Ok(send(accepted, body, Caching::Revalidate).await?)
}

async fn make(web: &Web, view: &CampaignPage, language: Language) -> Result<Body, Error> {
    let page = match view {
        CampaignPage::One(id) => {
            let campaign = public::get(&web.app, &VISITOR, id.clone()).await?;
            let articles = visible(web, std::slice::from_ref(&campaign), language)?;
            html::campaign(&web.site, language, &campaign, &articles)
        }
        CampaignPage::Archive => html::archive(&web.site, language, &public::archive(&web.app, &VISITOR).await?),
        CampaignPage::Feed => {
            let mut campaigns = public::archive(&web.app, &VISITOR).await?;
            campaigns.truncate(MAX_ENTRIES);
            let articles = visible(web, &campaigns, language)?;
            let entries: Vec<_> =
                campaigns.iter().filter_map(|campaign| html::entry(&web.site, language, campaign, &articles)).collect();
            let bytes = feeds::campaigns::write(&web.site, language, &entries)?;
            return Ok(Body::new(bytes, HeaderValue::from_static("application/atom+xml; charset=utf-8"), Effort::Fast));
        }
    };
    let html = web.pages.document().fill(&page, &web.site);
    Ok(Body::new(html, HTML, Effort::Fast))
}

/// The articles that these campaigns show, as far as readers can see them.
fn visible(web: &Web, campaigns: &[PublicCampaign], language: Language) -> Result<Articles, Error> {
    let mut articles = HashMap::new();
    for campaign in campaigns {
        let Some((_, version)) = campaign.version(language) else { continue };
        for part in prose::read(&version.body, 1).parts {
            let Part::Article(slug) = part else { continue };
            match browse::article(&web.app, &VISITOR, &slug) {
                Ok(listed) => drop(articles.insert(slug, listed.article.unpack()?)),
                Err(error) if error.kind == Kind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
    }
    Ok(articles)
}
