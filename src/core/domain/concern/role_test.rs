//! What the facts say about the roles of readers, for suggestions to editors.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::expression::Expression;
use crate::domain::audience_role::AudienceRole;
use crate::domain::duty_text::DutyText;

/// How the facts decide whether a reader has a role.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum RoleTest {
    Condition(Box<Expression>),
    /// No fact decides, with the reason.
    NoFact(DutyText),
}

static TESTS: LazyLock<BTreeMap<AudienceRole, RoleTest>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("roles.json"))
        .expect("reading the tests of roles cannot fail: they are part of the program")
});

impl RoleTest {
    /// The test of a role.
    pub(super) fn of(role: AudienceRole) -> Option<&'static Self> {
        TESTS.get(&role)
    }
}

impl Expression {
    /// The condition that a reader has one of these roles. A role that no fact decides is unknown in it, so that its
    /// readers are never a no. `None` if no fact decides any of them.
    pub fn of_roles(roles: &[AudienceRole]) -> Option<Self> {
        let tests: Vec<_> = roles.iter().filter_map(|role| RoleTest::of(*role)).collect();
        if !tests.iter().any(|test| matches!(test, RoleTest::Condition(_))) {
            return None;
        }
        let mut parts: Vec<_> = tests
            .into_iter()
            .map(|test| match test {
                RoleTest::Condition(condition) => condition.as_ref().clone(),
                RoleTest::NoFact(words) => Self { unknown: Some(words.clone()), ..Self::default() },
            })
            .collect();
        match parts.len() {
            1 => parts.pop(),
            _ => Some(Self { any: Some(parts), ..Self::default() }),
        }
    }
}
