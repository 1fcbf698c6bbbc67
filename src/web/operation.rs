//! Parameters and responses that several operations of the API document share.

use std::collections::BTreeMap;

use utoipa::openapi::{Ref, RefOr, Response};
use utoipa::{IntoParams, IntoResponses};

use crate::domain::{AudienceRole, Language};

/// Language of the texts of the API.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "it declares a parameter of the document")]
pub(super) struct ContentLanguage {
    /// Language of the texts; default `ro`, which also replaces missing translations.
    lang: Option<Language>,
}

/// The choice of articles, by words and by properties.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "it declares parameters of the document")]
pub(super) struct ArticleFilters {
    /// Words of the articles, see `/search`.
    q: Option<String>,
    #[param(minimum = 1, maximum = 5)]
    importance: Option<u8>,
    /// A topic's id.
    topic: Option<String>,
    domain: Option<String>,
    /// Articles that concern readers of this role.
    role: Option<AudienceRole>,
    /// The `type` of the act, such as `OUG`.
    act_type: Option<String>,
    /// The `issuer` of the act.
    issuer: Option<String>,
    /// The year of publication.
    #[param(minimum = 1, maximum = 9999)]
    year: Option<i16>,
    /// Only articles with something due from today on.
    duty_ahead: Option<bool>,
}

/// Language of a page.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "it declares a parameter of the document")]
pub(super) struct PageLanguage {
    /// Language of the page; default `en`.
    lang: Option<Language>,
}

/// The path parameter of a reader's own data.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
#[expect(dead_code, reason = "it declares a parameter of the document")]
pub(super) struct UidPath {
    /// The account of the access token.
    uid: String,
}

/// The path parameter of a draft.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
#[expect(dead_code, reason = "it declares a parameter of the document")]
pub(super) struct SlugPath {
    /// The article's slug.
    slug: String,
}

/// The path parameter of a monthly overview.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
#[expect(dead_code, reason = "it declares a parameter of the document")]
pub(super) struct OverviewPath {
    /// Such as `2026-10`, or `2026-10-munca` for a topic.
    id: String,
}

/// The path parameter of an act.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
#[expect(dead_code, reason = "it declares a parameter of the document")]
pub(super) struct ActPath {
    /// Such as `oug-156-2024`.
    id: String,
}

/// The path parameter of a sign-in through an identity provider.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
#[expect(dead_code, reason = "it declares a parameter of the document")]
pub(super) struct ProviderPath {
    /// As in the configuration, such as `google.com`.
    provider: String,
}

/// The path parameter of `/subscriptions`.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
#[expect(dead_code, reason = "it declares a parameter of the document")]
pub(super) struct SubscriptionToken {
    /// The token of a mailed link.
    token: String,
}

/// The query of a page behind a mailed link.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "it declares parameters of the document")]
pub(super) struct MailedLink {
    /// The token of the mailed link.
    token: String,
    /// Language of the page; default: the subscriber's.
    lang: Option<Language>,
}

/// Declares responses once, under `components`; an operation refers to them by type.
macro_rules! shared_responses {
    ($($name:ident = $status:literal, $description:literal;)*) => {
        $(
            #[doc = $description]
            #[allow(dead_code, reason = "`complete` adds some responses that no operation lists")]
            pub(super) struct $name;

            impl IntoResponses for $name {
                fn responses() -> BTreeMap<String, RefOr<Response>> {
                    [($status.to_owned(), Ref::from_response_name(stringify!($name)).into())].into()
                }
            }
        )*

        /// Name, status and description of every shared response.
        pub(super) const RESPONSES: &[(&str, &str, &str)] = &[$((stringify!($name), $status, $description)),*];
    };
}

shared_responses! {
    HtmlPage = "200", "The page";
    NotModified = "304", "The representation named in `If-None-Match` is current";
    InvalidQuery = "400", "`invalid`: a query parameter is unknown or has a bad value; `field` names it";
    InvalidBody = "400", "`invalid`: the body is not JSON of the documented shape; `field` names the place";
    InvalidLink = "400", "`invalid_link`";
    InvalidToken = "401", "`invalid_user_token`, `id_token_expired`";
    UserDisabled = "403", "`user_disabled`";
    NotAnEditor = "403", "`forbidden`: the account is no editor's; `user_disabled`";
    NotAnOperator = "403", "`forbidden`: the account is no operator's; `second_factor_required`; `user_disabled`";
    OtherAccount = "403", "`forbidden`: the uid is another account's; `user_disabled`";
    UnverifiedEmail = "403", "`unverified_email`: the account must verify its address first";
    OtherSite = "403", "`forbidden`: the request comes from a page of another site";
    NoSuchArticle = "404", "`not_found`: there is no such article";
    NoSuchOverview = "404", "`not_found`: there is no such overview";
    NoSuchProvider = "404", "`not_found`: there is no such provider";
    NoSuchSubscription = "404", "`subscription_not_found`, also for one that was made after the link";
    LinkTooOld = "410", "`link_too_old`: after thirty days a link only unsubscribes";
    NoSuchTopic = "404", "`not_found`: there is no such topic";
    MissingPage = "404", "A page for an address that does not exist";
    BodyTooLarge = "413", "`payload_too_large`";
    NotJson = "415", "`unsupported_media_type`: the body is not JSON";
    TooManyRequests = "429", "`too_many_requests`";
    Timeout = "408", "`timeout`: the request took too long";
    Internal = "500", "`internal`: a fault of the server, logged under `request_id`";
    Unavailable = "503", "`unavailable`: too much work at the moment, the server is still loading articles or indexing them, or the store cannot be written";
}
