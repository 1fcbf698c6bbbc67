//! References of a query: to an act, a provision or an issue of the gazette.

use std::collections::BTreeMap;
use std::fmt;

use crate::act::Act;
use crate::act_kind::ActKind;
use crate::provision::Provision;

/// The references and the other words of a query.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lookup {
    pub references: Vec<Reference>,
    /// The words outside the references.
    pub rest: String,
}

/// A reference in a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// As typed.
    pub text: String,
    pub target: Target,
}

/// An act, a provision or an issue of the gazette.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    Act(ActPattern),
    /// A provision of the act, if the query names one.
    Provision(Provision, Option<ActPattern>),
    Issue(IssuePattern),
}

/// An act as a query names it: at least by its number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActPattern {
    /// The kinds that the word may mean; empty when the query names none.
    pub kinds: Vec<ActKind>,
    pub number: String,
    pub year: Option<i16>,
}

/// An issue of the gazette.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IssuePattern {
    pub number: String,
    pub bis: bool,
    pub year: Option<i16>,
}

/// Acts by the folded names that texts give them.
pub type LearnedNames = BTreeMap<String, ActPattern>;

impl ActPattern {
    pub(crate) fn exact(kind: ActKind, number: &str, year: i16) -> Self {
        Self { kinds: vec![kind], number: number.to_owned(), year: Some(year) }
    }

    /// The act, if the query identifies exactly one.
    pub fn to_act(&self) -> Option<Act> {
        let [kind] = self.kinds[..] else { return None };
        Some(Act { kind: kind.name().to_owned(), number: Some(self.number.clone()), year: self.year?, issuer: None })
    }
}

impl fmt::Display for ActPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(kind) = self.kinds.first() {
            write!(f, "{kind} ")?;
        }
        f.write_str(&self.number)?;
        self.year.map_or(Ok(()), |year| write!(f, "/{year}"))
    }
}

impl fmt::Display for IssuePattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.number)?;
        if self.bis {
            f.write_str(" bis")?;
        }
        self.year.map_or(Ok(()), |year| write!(f, "/{year}"))
    }
}
