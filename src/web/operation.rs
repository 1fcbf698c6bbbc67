//! Responses that several operations of the API document share.

use std::collections::BTreeMap;

use utoipa::IntoResponses;
use utoipa::openapi::{Ref, RefOr, Response};

/// A response under `components`.
pub(super) trait SharedResponse {
    const NAME: &'static str;
}

/// Declares responses once, under `components`; an operation refers to them by type.
macro_rules! shared_responses {
    ($($name:ident = $status:literal, $description:literal;)*) => {
        $(
            #[doc = $description]
            #[allow(dead_code, reason = "`complete` adds some responses that no operation lists")]
            pub(super) struct $name;

            impl SharedResponse for $name {
                const NAME: &'static str = stringify!($name);
            }

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
    NotJson = "415", "`unsupported_media_type`: the body is not JSON, or is compressed";
    EncodedBody = "415", "`unsupported_media_type`: the body is compressed";
    TooManyRequests = "429", "`too_many_requests`";
    Timeout = "408", "`timeout`: the request took too long";
    Internal = "500", "`internal`: a fault of the server, logged under `request_id`";
    Unavailable = "503", "`unavailable`: too much work at the moment, the server is still loading articles or indexing them, or the store cannot be written";
}
