//! The choices of filters, as JSON.

use serde::Serialize;
use utoipa::ToSchema;

use crate::catalogue::Facets;
use crate::domain::AudienceRole;

/// The choices of each filter, with the number of articles that match the query and all other filters.
#[derive(Serialize, ToSchema)]
#[schema(as = Facets)]
pub(super) struct FacetsDto<'a> {
    /// At most 20, the most articles first; as are `domain`, `act_type` and `issuer`.
    topic: Vec<TextChoiceDto<'a>>,
    domain: Vec<TextChoiceDto<'a>>,
    act_type: Vec<TextChoiceDto<'a>>,
    issuer: Vec<TextChoiceDto<'a>>,
    role: Vec<RoleChoiceDto>,
    /// The highest first.
    importance: Vec<NumberChoiceDto>,
    /// The latest first.
    year: Vec<NumberChoiceDto>,
    /// Articles with something due from today on.
    duty_ahead: usize,
}

/// A choice of a filter.
#[derive(Serialize, ToSchema)]
#[schema(as = TextChoice)]
struct TextChoiceDto<'a> {
    value: &'a str,
    articles: usize,
}

#[derive(Serialize, ToSchema)]
#[schema(as = RoleChoice)]
struct RoleChoiceDto {
    value: AudienceRole,
    articles: usize,
}

#[derive(Serialize, ToSchema)]
#[schema(as = NumberChoice)]
struct NumberChoiceDto {
    value: i16,
    articles: usize,
}

impl<'a> FacetsDto<'a> {
    pub(super) fn new(facets: &'a Facets) -> Self {
        let texts = |choices: &'a [(String, usize)]| {
            let choice = |(value, articles): &'a (String, usize)| TextChoiceDto { value, articles: *articles };
            choices.iter().map(choice).collect()
        };
        let number = |value: i16, articles: usize| NumberChoiceDto { value, articles };
        let roles = facets.roles.iter().map(|(value, articles)| RoleChoiceDto { value: *value, articles: *articles });
        Self {
            topic: texts(&facets.topics),
            domain: texts(&facets.domains),
            act_type: texts(&facets.act_types),
            issuer: texts(&facets.issuers),
            role: roles.collect(),
            importance: facets.importances.iter().map(|(level, count)| number(level.level().into(), *count)).collect(),
            year: facets.years.iter().map(|(year, count)| number(*year, *count)).collect(),
            duty_ahead: facets.with_duty_ahead,
        }
    }
}
