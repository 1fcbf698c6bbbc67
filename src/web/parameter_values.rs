//! The values of query parameters: how they are read, and their schemas in the API document.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use jiff::civil::Date;
use utoipa::openapi::path::Parameter;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, SchemaFormat, Type};
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::error::Failure;
use super::extract::{value, whole_number};
use super::query::{ParameterValue, Query, QueryField};
use crate::catalogue::{ListCursor, MAX_FILTER_TEXT};
use crate::domain::account::Role;
use crate::domain::delivery_state::DeliveryState;
use crate::domain::duty::CompanyTax;
use crate::domain::recurrence::Shift;
use crate::domain::{AudienceRole, CalendarMonth, EntryKind, Importance, Language};
use crate::error::{Error, Result};

/// The text of a filter, of at most [`MAX_FILTER_TEXT`] characters.
pub(super) struct FilterText(pub String);

/// The words of a search, of at most [`MAX_FILTER_TEXT`] characters.
pub(super) struct SearchText(pub String);

/// A year from 1 to 9999.
pub(super) struct Year(pub i16);

/// The number of items of a page, from 1 to [`MAX_PAGE`].
pub(super) struct PageSize(pub u8);

/// The most items of a page.
pub(super) const MAX_PAGE: u8 = 100;

/// A whole number from 1 to `MOST`.
pub(super) struct UpTo<const MOST: u16>(pub u16);

/// The language of the texts, `ro` where the query has none. As an argument of a handler, the query of a call without
/// another parameter.
pub(super) struct Lang(pub Language);

/// Values that the type itself parses: what they must be, and their schemas.
macro_rules! parsed_values {
    ($($type:ty: $must_be:expr, $schema:expr;)*) => {$(
        impl ParameterValue for $type {
            fn parse(field: &'static str, text: &str) -> Result<Self> {
                value(field, text, $must_be)
            }

            fn value_schema() -> RefOr<Schema> {
                $schema
            }
        }
    )*};
}

parsed_values! {
    bool: "true or false", bool::schema();
    AudienceRole: &format!("one of {}", AudienceRole::list()), shared::<Self>();
    CalendarMonth: "a month from 1990-01 to 2100-12", String::schema();
    CompanyTax: "micro or profit", shared::<Self>();
    Date: "a day such as 2026-11-22", day();
    DeliveryState: &format!("one of {}", DeliveryState::ALL.map(DeliveryState::name).join(", ")), shared::<Self>();
    EntryKind: "due, starts or ends", shared::<Self>();
    Language: "ro or en", shared::<Self>();
    ListCursor: "taken from a Link header", String::schema();
    Role: "reader, editor or operator", String::schema();
    Shift: "tax, next or previous", shared::<Self>();
}

impl ParameterValue for String {
    fn parse(_: &'static str, text: &str) -> Result<Self> {
        Ok(text.to_owned())
    }
}

impl ParameterValue for FilterText {
    fn parse(field: &'static str, text: &str) -> Result<Self> {
        if text.chars().count() > MAX_FILTER_TEXT {
            return Err(Error::invalid(field, format!("This parameter has more than {MAX_FILTER_TEXT} characters.")));
        }
        Ok(Self(text.to_owned()))
    }
}

impl ParameterValue for SearchText {
    fn parse(field: &'static str, text: &str) -> Result<Self> {
        if text.chars().count() > MAX_FILTER_TEXT {
            let message = format!("This parameter has more than {MAX_FILTER_TEXT} characters. Search for fewer words.");
            return Err(Error::invalid(field, message));
        }
        Ok(Self(text.to_owned()))
    }
}

impl ParameterValue for Importance {
    fn parse(field: &'static str, text: &str) -> Result<Self> {
        let level = text.parse().ok().and_then(Self::new);
        level.ok_or_else(|| Error::invalid(field, "This parameter must be a whole number from 1 to 5."))
    }

    fn value_schema() -> RefOr<Schema> {
        number(KnownFormat::Int32, 1, Some(5))
    }
}

impl ParameterValue for Year {
    fn parse(field: &'static str, text: &str) -> Result<Self> {
        let year = text.parse().ok().filter(|year| (1..=9999).contains(year));
        year.map(Self).ok_or_else(|| Error::invalid(field, "This parameter must be a year from 1 to 9999."))
    }

    fn value_schema() -> RefOr<Schema> {
        number(KnownFormat::Int32, 1, Some(9999))
    }
}

impl ParameterValue for PageSize {
    fn parse(field: &'static str, text: &str) -> Result<Self> {
        whole_number(field, text, 1..=MAX_PAGE).map(Self)
    }

    fn value_schema() -> RefOr<Schema> {
        number(KnownFormat::Int32, 1, Some(MAX_PAGE.into()))
    }
}

impl<const MOST: u16> ParameterValue for UpTo<MOST> {
    fn parse(field: &'static str, text: &str) -> Result<Self> {
        whole_number(field, text, 1..=MOST).map(Self)
    }

    fn value_schema() -> RefOr<Schema> {
        number(KnownFormat::Int32, 1, Some(MOST.into()))
    }
}

impl QueryField for Lang {
    type Read = Option<Language>;

    fn read(read: &mut Option<Language>, _: &'static str, name: &str, text: &str) -> Result<bool> {
        Language::read(read, "lang", name, text)
    }

    fn finish(read: Option<Language>, _: &'static str) -> Result<Self> {
        Ok(Self(read.unwrap_or_default()))
    }

    fn document(_: &'static str, _: &'static str) -> Vec<Parameter> {
        let description = "Language of the texts; default `ro`, which also replaces missing translations.";
        Option::<Language>::document("lang", description)
    }
}

impl<S: Sync> FromRequestParts<S> for Lang {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let Query(lang) = Query::<Self>::from_request_parts(parts, state).await?;
        Ok(lang)
    }
}

/// The schema of a whole number.
pub(super) fn number(format: KnownFormat, least: i64, most: Option<i64>) -> RefOr<Schema> {
    let format = Some(SchemaFormat::KnownFormat(format));
    let number = ObjectBuilder::new().schema_type(Type::Integer).format(format);
    number.minimum(Some(least)).maximum(most).into()
}

fn day() -> RefOr<Schema> {
    ObjectBuilder::new().schema_type(Type::String).format(Some(SchemaFormat::KnownFormat(KnownFormat::Date))).into()
}

/// The schema under `components` of a type.
fn shared<T: ToSchema>() -> RefOr<Schema> {
    Ref::from_schema_name(T::name()).into()
}
