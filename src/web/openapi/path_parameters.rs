//! The parameters of paths.

use utoipa::PartialSchema;
use utoipa::openapi::Required;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};

use crate::error::{Error, Result};

/// Descriptions, by the path of one call, by the path up to the parameter, or by the parameter where it always means the
/// same.
const DESCRIPTIONS: &[(&str, &str)] = &[
    ("/act/{id}", "Such as `oug-156-2024`."),
    ("/acts/{id}", "Such as `oug-156-2024`."),
    ("/assets/{file}", "A path inside the bundle"),
    ("/auth/v1/idp/{provider}", "As in the configuration, such as `google.com`."),
    ("/auth/v1/idp/{provider}/metadata", "As in the configuration, such as `saml.company`"),
    ("/auth/v1/link/{provider}", "Such as `google.com`; it need not be configured any more"),
    ("/auth/v1/passkeys/{id}", "The passkey's id"),
    ("/auth/v1/sessions/{id}", "The session's id"),
    ("/calendars/{file}", "The secret of the calendar, and `.ics`"),
    ("/campaigns/{id}", "The campaign's id"),
    ("/deadlines/{file}", "The id of the day, and `.ics`"),
    ("/desk/figures/{id}", "The id of the figure"),
    ("/desk/overviews/{id}", "Such as `2026-10`, or `2026-10-munca` for a topic."),
    ("/og/{file}", "The article's slug, and `.png`"),
    ("/operator/campaigns/{id}", "The campaign"),
    ("/operator/outbox/{id}", "The message"),
    ("/operator/reports/{id}", "The report"),
    ("/overview/{id}", "Such as `2026-10`, or `2026-10-munca` for a topic."),
    ("/overviews/{id}", "Such as `2026-10`, or `2026-10-munca` for a topic."),
    ("/pictures/{token}", "As in `photo_url` of the account"),
    ("/subscriptions/{token}", "The token of a mailed link."),
    ("/topic/{id}", "The topic's id"),
    ("/users/profiles/{uid}/{id}", "The id of the profile."),
    ("{articleId}", "The article's slug"),
    ("{slug}", "The article's slug."),
    ("{uid}", "The account of the access token."),
];

/// Returns the parameters of a path.
///
/// # Errors
/// `internal` for a parameter without a description.
pub(super) fn path_parameters(path: &str) -> Result<Vec<Parameter>> {
    let end = |start: usize| path[start..].find('}').expect("finding a brace cannot fail: the router took the path");
    let places = path.match_indices('{').map(|(start, _)| (start, start + end(start)));
    places.map(|(start, end)| path_parameter(path, start, end)).collect()
}

fn path_parameter(path: &str, start: usize, end: usize) -> Result<Parameter> {
    let is_last = !path[end..].contains('{');
    let described = [if is_last { path } else { "" }, &path[..=end], &path[start..=end]];
    let description = described.iter().find_map(|place| DESCRIPTIONS.iter().find(|(known, _)| known == place));
    let (_, description) = description.ok_or_else(|| {
        let missing = anyhow::anyhow!("{} has no description in {path}", &path[start..=end]);
        Error::internal("writing the OpenAPI document", missing)
    })?;
    let parameter = ParameterBuilder::new().name(&path[start + 1..end]).parameter_in(ParameterIn::Path);
    let parameter = parameter.required(Required::True).description(Some(*description));
    Ok(parameter.schema(Some(String::schema())).build())
}
