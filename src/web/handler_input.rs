//! What the arguments of a handler add to its operation: the parameters and the body that they read, and how they
//! refuse a request.
// docs/decisions/0550

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::handler::Handler;
use axum::http::{HeaderMap, Uri};
use utoipa::ToSchema;
use utoipa::openapi::content::ContentBuilder;
use utoipa::openapi::path::Parameter;
use utoipa::openapi::request_body::{RequestBody, RequestBodyBuilder};
use utoipa::openapi::{Ref, RefOr, Required, Schema};

use super::accepted::Accepted;
use super::bearer::{
    Bearer, BearerUntil, EditorBearer, EnrollingBearer, MaybeBearer, MaybeGuest, OperatorBearer, OwnCall,
    UnverifiedBearer, UnverifiedFullBearer,
};
use super::extract::{NoParameters, Parameters, PathParam, ProviderForm};
use super::mail::pages::MailedLink;
use super::network::ClientNetwork;
use super::operation::{InvalidLink, InvalidQuery, NotModified, SharedResponse, TooManyRequests};
use super::pages::parameters::PageUri;
use super::parameter_values::Lang;
use super::query::{LinkQuery, Query, QueryField};
use super::request_body::{ArticleJson, Json, NullableJson, OptionalJson};
use super::same_origin::{AnyOrigin, OwnPage, SameOrigin};
use super::state::Web;
use super::subscriptions::LinkToken;
use crate::domain::Language;

/// What the arguments of a handler add to its operation.
#[derive(Default)]
pub(super) struct Inputs {
    pub(super) parameters: Vec<Parameter>,
    pub(super) body: Option<RequestBody>,
    /// The schemas of the body.
    pub(super) schemas: Vec<(String, RefOr<Schema>)>,
    /// Names of the shared responses that reading the arguments can lead to.
    pub(super) responses: Vec<&'static str>,
}

/// An argument of a handler, or the tuple of all.
pub(super) trait HandlerInput {
    fn describe(_inputs: &mut Inputs) {}
}

impl Inputs {
    pub(super) fn of<H: Handler<T, Arc<Web>>, T: HandlerInput>(_handler: H) -> Self {
        let mut inputs = Self::default();
        T::describe(&mut inputs);
        inputs
    }

    fn response<R: SharedResponse>(&mut self) {
        self.responses.push(R::NAME);
    }

    fn query<T: QueryField>(&mut self) {
        self.parameters.extend(T::document("", ""));
        self.response::<InvalidQuery>();
    }

    fn json<T: ToSchema>(&mut self) {
        let content = ContentBuilder::new().schema(Some(Ref::from_schema_name(T::name()))).build();
        let body = RequestBodyBuilder::new().content("application/json", content).required(Some(Required::True));
        self.body = Some(body.build());
        self.schemas.push((T::name().into_owned(), T::schema()));
        T::schemas(&mut self.schemas);
    }
}

macro_rules! tuples {
    ($($($argument:ident)*;)*) => {$(
        /// The first type is axum's mark of how the last argument reads the request.
        impl<M, $($argument: HandlerInput),*> HandlerInput for (M, $($argument,)*) {
            fn describe(_inputs: &mut Inputs) {
                $($argument::describe(_inputs);)*
            }
        }
    )*};
}

tuples! {
    ;
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
}

/// Arguments that add nothing: the access of the route covers who may call it, and the document describes the
/// parameters of its path.
macro_rules! plain {
    ($($argument:ty),*) => {
        $(impl HandlerInput for $argument {})*
    };
}

plain!(State<Arc<Web>>, HeaderMap, Uri, Request, ClientNetwork, ProviderForm);
plain!(Bearer, BearerUntil, EditorBearer, EnrollingBearer, MaybeBearer, MaybeGuest, OperatorBearer, OwnCall);
plain!(UnverifiedBearer, UnverifiedFullBearer, AnyOrigin, OwnPage, SameOrigin);

impl<T> HandlerInput for PathParam<T> {}

impl HandlerInput for LinkToken {
    fn describe(inputs: &mut Inputs) {
        inputs.response::<InvalidLink>();
        inputs.response::<TooManyRequests>();
    }
}

impl HandlerInput for Accepted {
    fn describe(inputs: &mut Inputs) {
        inputs.response::<NotModified>();
    }
}

impl HandlerInput for NoParameters {
    fn describe(inputs: &mut Inputs) {
        inputs.response::<InvalidQuery>();
    }
}

impl HandlerInput for Parameters {
    fn describe(inputs: &mut Inputs) {
        inputs.response::<InvalidQuery>();
    }
}

impl HandlerInput for PageUri {
    fn describe(inputs: &mut Inputs) {
        inputs.parameters.extend(Option::<Language>::document("lang", "Language of the page; default `en`."));
    }
}

impl HandlerInput for MailedLink {
    fn describe(inputs: &mut Inputs) {
        let language = "Language of the page; default: the subscriber's.";
        inputs.parameters.extend(String::document("token", "The token of the mailed link."));
        inputs.parameters.extend(Option::<Language>::document("lang", language));
    }
}

impl HandlerInput for Lang {
    fn describe(inputs: &mut Inputs) {
        inputs.query::<Self>();
    }
}

impl<T: QueryField> HandlerInput for Query<T> {
    fn describe(inputs: &mut Inputs) {
        inputs.query::<T>();
    }
}

impl<T: QueryField> HandlerInput for LinkQuery<T> {
    fn describe(inputs: &mut Inputs) {
        inputs.query::<T>();
    }
}

/// Extractors of a JSON body.
macro_rules! json_bodies {
    ($($body:ident),*) => {$(
        impl<T: ToSchema> HandlerInput for $body<T> {
            fn describe(inputs: &mut Inputs) {
                inputs.json::<T>();
            }
        }
    )*};
}

json_bodies!(ArticleJson, Json, NullableJson, OptionalJson);
