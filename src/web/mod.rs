//! The public HTTP server. Every handler reads the request, calls one operation of `ops` and writes the response.
//!
//! Start with [`routes`], the table of all routes. [`service`] is what every request passes before and after its
//! handler (request limit, timeout, error bodies, headers, log); [`server`] accepts the connections.

mod analytics;
mod articles;
mod assets;
mod auth;
mod bearer;
mod body;
mod campaigns;
mod error;
mod events;
mod extract;
mod feeds;
mod files;
mod legal;
mod mail;
mod markdown;
mod metrics;
mod network;
mod notifications;
mod og;
mod openapi;
mod operation;
mod pages;
mod proof;
mod reply;
mod reports;
pub mod routes;
mod same_origin;
mod server;
mod service;
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

/// The actor of a request without an access token.
const VISITOR: Actor = Actor::Visitor;

/// State that the handlers share.
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
    proofs: Proofs,
    streams: Arc<Streams>,
}

impl Web {
    fn new(app: Arc<App>, public_url: String) -> Result<Self> {
        let assets = Assets::embedded();
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
            proofs: Proofs::new(),
            streams: Streams::new(),
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

/// Serves until `app.stop` is cancelled, then lets open requests end within the configured time.
///
/// # Errors
/// Fails when the server cannot start; a failing connection ends only itself.
pub async fn serve(app: Arc<App>, listener: TcpListener) -> Result<()> {
    let address = listener.local_addr().map_err(|error| Error::internal("reading the server's address", error))?;
    let public_url = match app.config.server.public_url.as_str() {
        "" => format!("http://{address}"),
        _ => app.config.public_url(),
    };
    let public_url = app.public_url.get_or_init(|| public_url).clone();
    crate::ops::accounts::keys::load(&app).await?;
    let web = Arc::new(Web::new(Arc::clone(&app), public_url)?);
    let service = service::HttpService::new(&web);
    tokio::select! {
        () = server::run(&app, listener, Arc::new(service)) => {}
        () = web.forget_idle_limits() => {}
    }
    Ok(())
}
