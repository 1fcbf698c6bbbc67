//! The public door: HTTP for readers. Every handler takes the request apart, calls one operation
//! of `ops` and answers.
//!
//! Start with [`routes`], the table of everything that can be asked; [`door`] is what each request
//! passes on its way in and out, [`server`] the sockets.

mod analytics;
mod articles;
mod assets;
mod auth;
mod bearer;
mod body;
mod campaigns;
mod door;
mod error;
mod events;
mod extract;
mod feeds;
mod files;
mod legal;
mod limit;
mod mail;
mod markdown;
mod metrics;
mod notifications;
mod og;
mod openapi;
mod pages;
mod proof;
mod reply;
mod reports;
pub mod routes;
mod same_origin;
mod server;
mod shell;
mod site;
mod sitemap;
mod subscribers;
mod subscriptions;
mod users;
mod xml;

use std::sync::Arc;

use axum::Router;
use ipnet::IpNet;
use tokio::net::TcpListener;

use self::articles::ArticleBodies;
use self::assets::Assets;
use self::body::Body;
use self::campaigns::Campaigns;
use self::events::Streams;
use self::feeds::Feeds;
use self::legal::Legal;
use self::limit::Limiter;
use self::og::PreviewImages;
use self::pages::Pages;
use self::proof::Proofs;
use self::shell::Site;
use self::sitemap::Sitemaps;
use crate::app::App;
use crate::error::{Error, Result};
use crate::ops::Actor;

pub use metrics::serve as serve_metrics;
pub use openapi::document;

/// Who asks at this door without an access token.
const VISITOR: Actor = Actor::Visitor;

/// How many times its limit of subscriptions a network may reach by proofs of work.
const CEILING: u32 = 10;

/// What the handlers share.
pub struct Web {
    app: Arc<App>,
    site: Site,
    assets: Assets,
    pages: Pages,
    article_bodies: ArticleBodies,
    legal: Legal,
    campaigns: Campaigns,
    feeds: Feeds,
    sitemaps: Sitemaps,
    preview_images: PreviewImages,
    openapi: Arc<Body>,
    proxies: Vec<IpNet>,
    /// Past it a proof of work is asked for, past the ceiling nothing is taken.
    subscribe_limit: Limiter,
    subscribe_ceiling: Limiter,
    proofs: Proofs,
    analytics_limit: Limiter,
    report_limit: Limiter,
    link_limit: Limiter,
    streams: Arc<Streams>,
    fetch_limit: Limiter,
}

impl Web {
    fn new(app: Arc<App>, public_url: String) -> Result<Self> {
        let assets = Assets::embedded();
        let limits = &app.config.limits;
        Ok(Self {
            pages: Pages::new(&assets)?,
            article_bodies: ArticleBodies::new(),
            legal: Legal::load(&app.config, &public_url)?,
            campaigns: Campaigns::new(),
            feeds: Feeds::new(),
            sitemaps: Sitemaps::new(),
            preview_images: PreviewImages::new(),
            site: Site::new(&app.config, public_url),
            assets,
            openapi: Arc::new(openapi::body()?),
            proxies: app.config.server.trusted_proxies.iter().filter_map(|network| network.parse().ok()).collect(),
            subscribe_limit: Limiter::per_hour(limits.subscribe_per_hour),
            subscribe_ceiling: Limiter::per_hour(limits.subscribe_per_hour.saturating_mul(CEILING)),
            proofs: Proofs::new(),
            analytics_limit: Limiter::per_minute(limits.analytics_per_minute),
            report_limit: Limiter::per_hour(limits.report_per_hour),
            link_limit: Limiter::per_minute(limits.links_per_minute),
            streams: Streams::new(),
            fetch_limit: Limiter::per_minute(limits.fetch_pdf_per_minute),
            app,
        })
    }

    fn router(self: &Arc<Self>) -> Router {
        let table = routes::table();
        let router = table.into_iter().fold(Router::new(), |router, route| router.route(route.path, route.handler));
        router
            .fallback(pages::fallback)
            .method_not_allowed_fallback(error::method_not_allowed)
            .with_state(Arc::clone(self))
    }
}

/// Serves readers until `app.stop`, then lets open requests end within the configured time.
///
/// Errors: what keeps the door from opening; a failing connection ends only itself.
pub async fn serve(app: Arc<App>, listener: TcpListener) -> Result<()> {
    let address = listener.local_addr().map_err(|error| Error::internal("reading the server's address", error))?;
    let public_url = match app.config.server.public_url.as_str() {
        "" => format!("http://{address}"),
        _ => app.config.public_url(),
    };
    let public_url = app.public_url.get_or_init(|| public_url).clone();
    crate::ops::accounts::keys::load(&app).await?;
    let web = Arc::new(Web::new(Arc::clone(&app), public_url)?);
    let door = door::Door::new(&web);
    tokio::select! {
        () = server::run(&app, listener, Arc::new(door)) => {}
        () = web.forget_quiet_networks() => {}
    }
    Ok(())
}
