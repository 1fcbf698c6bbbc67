//! Queries as structs: a field is a parameter of the API document, its doc comment the description, its type what the
//! parameter may be.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use utoipa::PartialSchema;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::{RefOr, Required, Schema};

use super::error::Failure;
use super::extract::{LinkParameters, Parameters};
use crate::error::{Error, Result};

/// A field of a query: a parameter, or the parameters of another struct.
pub(super) trait QueryField: Sized {
    /// What is read of the field so far.
    type Read: Default;

    /// Reads a parameter if it belongs to the field; returns whether it does.
    ///
    /// # Errors
    /// `invalid` in the parameter.
    fn read(read: &mut Self::Read, field: &'static str, name: &str, text: &str) -> Result<bool>;

    /// # Errors
    /// `invalid` in a required parameter that is missing.
    fn finish(read: Self::Read, field: &'static str) -> Result<Self>;

    /// The parameters of the field in the API document.
    fn document(field: &'static str, description: &'static str) -> Vec<Parameter>;
}

/// The value of a parameter.
pub(super) trait ParameterValue: Sized {
    /// # Errors
    /// `invalid` in `field`.
    fn parse(field: &'static str, text: &str) -> Result<Self>;

    /// The schema in the API document: any text, unless the type has another.
    fn value_schema() -> RefOr<Schema> {
        String::schema()
    }
}

impl<V: ParameterValue> QueryField for V {
    type Read = Option<V>;

    fn read(read: &mut Option<V>, field: &'static str, name: &str, text: &str) -> Result<bool> {
        if name == field {
            *read = Some(V::parse(field, text)?);
        }
        Ok(name == field)
    }

    fn finish(read: Option<V>, field: &'static str) -> Result<V> {
        read.ok_or_else(|| Error::invalid(field, "This parameter is missing."))
    }

    fn document(field: &'static str, description: &'static str) -> Vec<Parameter> {
        vec![parameter::<V>(field, description, Required::True)]
    }
}

impl<V: ParameterValue> QueryField for Option<V> {
    type Read = Self;

    fn read(read: &mut Self, field: &'static str, name: &str, text: &str) -> Result<bool> {
        V::read(read, field, name, text)
    }

    fn finish(read: Self, _: &'static str) -> Result<Self> {
        Ok(read)
    }

    fn document(field: &'static str, description: &'static str) -> Vec<Parameter> {
        vec![parameter::<V>(field, description, Required::False)]
    }
}

fn parameter<V: ParameterValue>(name: &str, description: &'static str, required: Required) -> Parameter {
    let description = Some(description).filter(|text| !text.is_empty());
    let parameter = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Query).required(required);
    parameter.description(description).schema(Some(V::value_schema())).build()
}

/// Declares structs of parameters. A field that is no `Option` is required.
macro_rules! query {
    ($($(#[doc = $what:literal])* $visibility:vis struct $name:ident {
        $($(#[doc = $description:literal])* $field:ident: $type:ty,)*
    })*) => {$(
        $(#[doc = $what])*
        $visibility struct $name {
            $($(#[doc = $description])* pub(in crate::web) $field: $type,)*
        }

        impl $crate::web::query::QueryField for $name {
            type Read = ($(<$type as $crate::web::query::QueryField>::Read,)*);

            fn read(
                ($($field,)*): &mut Self::Read,
                _: &'static str,
                name: &str,
                text: &str,
            ) -> $crate::error::Result<bool> {
                use $crate::web::query::QueryField;
                $(if <$type as QueryField>::read($field, stringify!($field), name, text)? {
                    return Ok(true);
                })*
                Ok(false)
            }

            fn finish(($($field,)*): Self::Read, _: &'static str) -> $crate::error::Result<Self> {
                use $crate::web::query::QueryField;
                Ok(Self { $($field: <$type as QueryField>::finish($field, stringify!($field))?,)* })
            }

            fn document(_: &'static str, _: &'static str) -> Vec<utoipa::openapi::path::Parameter> {
                use $crate::web::query::QueryField;
                let fields = [$(
                    <$type as QueryField>::document(stringify!($field), concat!($($description,)*).trim_ascii()),
                )*];
                fields.into_iter().flatten().collect()
            }
        }
    )*};
}

pub(super) use query;

/// The query of a call. Refuses other parameters than those of `T`.
pub(super) struct Query<T>(pub T);

impl<S: Sync, T: QueryField> FromRequestParts<S> for Query<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let parameters = Parameters::from_request_parts(parts, state).await?;
        let mut read = T::Read::default();
        parameters.each(|name, text| T::read(&mut read, "", name, text))?;
        Ok(Self(T::finish(read, "")?))
    }
}

/// As [`Query`], of an address that programs and people pass on: ignores other parameters, see [`LinkParameters`].
pub(super) struct LinkQuery<T>(pub T);

impl<S: Sync, T: QueryField> FromRequestParts<S> for LinkQuery<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let Ok(parameters) = LinkParameters::from_request_parts(parts, state).await;
        let mut read = T::Read::default();
        parameters.each(|name, text| T::read(&mut read, "", name, text))?;
        Ok(Self(T::finish(read, "")?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    query! {
        /// A part of a query.
        pub(in crate::web) struct TestedPart {
            on: Option<bool>,
        }

        /// A query with a required parameter.
        pub(in crate::web) struct TestedQuery {
            /// What it is called
            name: String,
            part: TestedPart,
        }
    }

    fn read(given: &[(&str, &str)]) -> Result<TestedQuery> {
        let mut read = <TestedQuery as QueryField>::Read::default();
        for (name, text) in given {
            assert!(TestedQuery::read(&mut read, "", name, text)?, "{name} is a parameter");
        }
        TestedQuery::finish(read, "")
    }

    #[test]
    fn a_struct_reads_its_parameters_and_those_of_its_parts() {
        let query = read(&[("on", "true"), ("name", "a")]).expect("a query");
        assert_eq!((query.name.as_str(), query.part.on), ("a", Some(true)));
        let refused = |given: &[(&str, &str)]| read(given).err().and_then(|error| error.field);
        assert_eq!(refused(&[("on", "true")]).as_deref(), Some("name"), "it is required");
        assert_eq!(refused(&[("name", "a"), ("on", "1")]).as_deref(), Some("on"));
        let is_known = TestedQuery::read(&mut Default::default(), "", "part", "true");
        assert!(is_known.is_ok_and(|known| !known), "the name of a part is no parameter");
    }

    #[test]
    fn a_struct_documents_its_parameters() {
        let parameters = TestedQuery::document("", "");
        let described = parameters.iter().map(|parameter| (parameter.name.as_str(), parameter.description.as_deref()));
        assert_eq!(described.collect::<Vec<_>>(), [("name", Some("What it is called")), ("on", None)]);
    }
}
