//! The OpenAPI document; a test keeps it in step with the table of routes and with `openapi.json`.

use std::sync::Arc;

use axum::extract::State;
use serde_json::Value;
use utoipa::OpenApi;

use super::auth::{codes, config, me, provider, sessions, sign_in};
use super::body::Body;
use super::error::Result;
use super::extract::Asked;
use super::reply::{Caching, send};
use super::{
    Web, analytics, articles, assets, campaigns, events, feeds, files, mail, notifications, og, pages, reports, site,
    sitemap, subscribers, subscriptions, users,
};
use crate::error::{Error, Problem};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Paragraf",
        description = "Changes of Romanian law, explained. Optional fields are absent when they have no value; dates are plain days in Europe/Bucharest; instants are UTC.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    paths(
        pages::root,
        pages::app,
        pages::auth,
        pages::privacy,
        pages::terms,
        campaigns::archive,
        campaigns::campaign,
        campaigns::feed,
        feeds::atom,
        feeds::json,
        sitemap::sitemap,
        sitemap::robots,
        og::site,
        og::article,
        assets::file,
        articles::list,
        articles::article,
        articles::topics,
        articles::deadlines,
        site::site,
        files::fetch_pdf,
        subscribers::subscribe,
        subscriptions::get,
        subscriptions::change,
        subscriptions::delete,
        subscriptions::confirm,
        subscriptions::undo_confirm,
        subscriptions::leave,
        subscriptions::rejoin,
        mail::pages::confirm_page,
        mail::pages::confirm,
        mail::pages::preferences_page,
        mail::pages::preferences,
        mail::pages::unsubscribe_page,
        mail::pages::unsubscribe,
        mail::bounces::report,
        analytics::record,
        users::like,
        users::bookmark,
        users::follow,
        users::track,
        users::user_data,
        users::liked,
        users::bookmarked,
        subscriptions::settings,
        subscriptions::change_settings,
        notifications::list,
        notifications::clear,
        notifications::clear_all,
        events::stream,
        reports::send,
        config::config,
        config::jwks,
        sign_in::methods,
        sign_in::sign_up,
        sign_in::password,
        sign_in::email_link,
        provider::start,
        provider::callback,
        provider::script,
        provider::result,
        provider::connect,
        provider::reauth,
        sign_in::reauth_password,
        sign_in::reauth_email_link,
        codes::send,
        codes::device,
        codes::check,
        codes::apply,
        codes::reset_password,
        me::me,
        me::change,
        me::delete,
        me::export,
        sessions::token,
        sessions::sign_out,
        sessions::revoke,
        sessions::list,
        sessions::end,
        serve,
        site::healthz,
        site::readyz,
    ),
    components(schemas(Problem)),
    modifiers(&Bearer)
)]
struct Api;

/// How the calls of signed-in readers are authorized.
struct Bearer;

impl utoipa::Modify for Bearer {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
        let scheme = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT").build();
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("bearer", SecurityScheme::Http(scheme));
    }
}

/// The document as indented JSON with a line break at its end.
pub fn document() -> Result<String, Error> {
    let text = serde_json::to_string_pretty(&value()?).map_err(unwritable)?;
    Ok(text + "\n")
}

pub(super) fn body() -> Result<Body, Error> {
    Ok(Body::json(serde_json::to_vec(&value()?).map_err(unwritable)?))
}

fn value() -> Result<Value, Error> {
    let mut document = serde_json::to_value(Api::openapi()).map_err(unwritable)?;
    without_nulls(&mut document);
    Ok(document)
}

fn unwritable(error: serde_json::Error) -> Error {
    Error::internal("writing the OpenAPI document", error)
}

/// Optional fields are absent and never null; the derive, which cannot know, allows both.
fn without_nulls(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(without_nulls),
        Value::Object(fields) => {
            if let Some(Value::Array(types)) = fields.get_mut("type") {
                types.retain(|name| name != "null");
                if let [only] = types.as_slice() {
                    let only = only.clone();
                    fields.insert("type".into(), only);
                }
            }
            if let Some(Value::Array(choices)) = fields.get_mut("oneOf") {
                choices.retain(|choice| choice["type"] != "null");
                if let [Value::Object(only)] = choices.as_slice() {
                    let only = only.clone();
                    fields.remove("oneOf");
                    fields.extend(only);
                }
            }
            fields.values_mut().for_each(without_nulls);
        }
        _ => {}
    }
}

/// This document.
#[utoipa::path(
    get, path = "/openapi.json", tag = "site", operation_id = "getOpenApi",
    responses((status = 200, description = "OpenAPI 3.1", body = Object))
)]
pub(super) async fn serve(State(web): State<Arc<Web>>, asked: Asked) -> Result {
    Ok(send(&asked, Arc::clone(&web.openapi), Caching::Revalidate).await?)
}
