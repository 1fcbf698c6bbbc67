//! The public HTTP server. Every handler reads the request, calls one operation of `ops` and writes the response.
//!
//! Start with [`routes`], the table of all routes. [`service`] is what every request passes before and after its
//! handler (request limit, timeout, error bodies, headers, log); [`server`] accepts the connections and
//! [`connections`] limits them.

mod accepted;
mod access;
mod access_log;
mod acts;
mod analytics;
mod api_path;
mod articles;
mod assets;
mod auth;
mod bearer;
mod body;
mod calendars;
mod campaigns;
mod concerns;
mod connections;
mod content_policy;
mod coverage;
mod date;
mod desk;
mod done_steps;
mod error;
mod event_streams;
mod events;
mod extract;
mod feeds;
mod files;
mod follow_volume;
mod follows;
mod handler_input;
mod json;
mod law_figures;
mod legal;
mod mail;
mod markdown;
mod marks;
mod metric_text;
mod metrics;
mod network;
mod notification_subject;
mod notifications;
mod og;
mod openapi;
mod operation;
mod operator;
mod overviews;
mod page_words;
mod pages;
mod parameter_values;
mod pictures;
mod proof;
mod proxies;
mod query;
mod read_notifications;
mod reader_profiles;
mod ready_bodies;
mod reminders;
mod reply;
mod reports;
mod request_body;
mod request_head;
mod request_limit;
mod required_proof;
mod response_headers;
mod route_names;
pub mod routes;
mod same_origin;
mod search;
mod server;
mod service;
mod shell;
mod site;
mod sitemap;
mod state;
mod subscribers;
mod subscriptions;
mod tenant;
mod users;
mod waiting;
mod well_known;
mod xml;

use std::sync::Arc;

use axum::Router;
use tokio::net::TcpListener;

use self::connections::Connections;
use self::proxies::Proxies;
use self::state::Web;
use crate::app::App;
use crate::error::{Error, Result};

pub use assets::third_party_notices;
pub use connections::raise_file_limit;
pub use metrics::serve as serve_metrics;
pub use openapi::document;
pub use waiting::refuse;

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
    let web = Arc::new(Web::new(Arc::clone(&app), public_url, openapi::body())?);
    let proxies = Proxies::new(&app.config.server);
    Proxies::notice_missing(&app);
    let connections = Connections::new(&app, proxies.clone());
    let service = service::HttpService::new(&app, proxies, router(&web), web.site.public_url.starts_with("https://"));
    tokio::select! {
        () = server::run(&app, listener, &connections, Arc::new(service)) => {}
        () = web.forget_idle_limits() => {}
        () = connections.end_conditions() => {}
    }
    Ok(())
}

/// The routes with their handlers.
fn router(web: &Arc<Web>) -> Router {
    let table = routes::table();
    let router = table.into_iter().fold(Router::new(), |router, route| router.route(route.path, route.handler));
    let router = router.fallback(pages::fallback).method_not_allowed_fallback(error::method_not_allowed);
    let router = if web.app.store.is_shared() {
        router.layer(axum::middleware::from_fn_with_state(Arc::clone(web), bearer::learn_key))
    } else {
        router
    };
    router.with_state(Arc::clone(web))
}
