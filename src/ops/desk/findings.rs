//! The checker's findings in a draft, and which of them editors accept.

use serde::{Deserialize, Serialize};

use super::source::DraftSource;
use crate::domain::Article;
use crate::domain::explanation::Explanation;
use crate::domain::finding::Finding;
use crate::error::{Error, ErrorCode, Result};
use crate::explain::checker::{ActText, CheckedClaims};
use crate::explain::{check_draft, check_explained, facts};
use crate::ops::amendments;
use crate::store::{Reading, draft_reasons, explanations};

/// The findings that an editor accepts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Confirmed {
    All,
    /// By their ids.
    Findings(Vec<String>),
}

/// Compares every text of an article with the archived text of its act. Finds nothing without an archived text.
///
/// Compares a model's statements with the provisions that they name, if this text of the act was explained, and all
/// other words with the whole act. Takes as long as reading the act; call it outside of a write.
pub(super) fn of(tx: &dyn Reading, article: &Article, source: Option<&DraftSource>) -> Result<Vec<Finding>> {
    let Some((act, explanation)) = read(tx, article, source)? else { return Ok(vec![]) };
    Ok(check_draft(&act, article, explanation.as_ref()))
}

/// Like [`of`], with the sentences of a model's explanation whose words could not be compared.
pub(super) fn checked(tx: &dyn Reading, article: &Article, source: Option<&DraftSource>) -> Result<CheckedClaims> {
    let Some((act, explanation)) = read(tx, article, source)? else { return Ok(CheckedClaims::default()) };
    Ok(match explanation {
        Some(explanation) => check_explained(&act, article, &explanation),
        None => CheckedClaims { findings: check_draft(&act, article, None), unchecked: vec![] },
    })
}

/// The act of a draft, and the model's explanation of this text of it.
fn read(
    tx: &dyn Reading,
    article: &Article,
    source: Option<&DraftSource>,
) -> Result<Option<(ActText, Option<Explanation>)>> {
    let Some(source) = source else { return Ok(None) };
    let explained = explanations::get(tx, &article.slug)?.filter(|it| it.source_sha256 == source.sha256);
    let (known, explanation) = match explained {
        Some(explained) => (explained.facts, Some(explained.explanation)),
        None => {
            let drafted = draft_reasons::get(tx, &article.slug)?.filter(|it| it.text_sha256 == source.sha256);
            let reasons = drafted.map(|drafted| drafted.reasons).unwrap_or_default();
            (facts(article, &reasons).join("\n"), None)
        }
    };
    let act = ActText::new(&source.text, &known).with_before(amendments::before(tx, article)?);
    Ok(Some((act, explanation)))
}

/// Checks that an editor accepted each finding.
///
/// # Errors
/// `findings_open`, with their number.
pub(super) fn check(findings: &[Finding], confirmed: &Confirmed) -> Result<()> {
    let open = match confirmed {
        Confirmed::All => 0,
        Confirmed::Findings(ids) => findings.iter().filter(|finding| !ids.contains(&finding.id)).count(),
    };
    if open == 0 {
        return Ok(());
    }
    let message = format!("{open} of the checker's findings are open; correct the text or confirm each of them");
    Err(Error::conflict(ErrorCode::FindingsOpen, message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Language;
    use crate::domain::finding::FindingCode;

    fn finding(id: &str) -> Finding {
        Finding {
            id: id.to_owned(),
            lang: Language::Ro,
            field: "title".into(),
            text: "16%".into(),
            offset: 0,
            code: FindingCode::NotInAct,
            provisions: vec![],
        }
    }

    #[test]
    fn each_finding_needs_its_own_confirmation() {
        let findings = [finding("1"), finding("2")];
        let confirm = |ids: &[&str]| {
            let ids = ids.iter().map(|id| (*id).to_owned()).collect();
            check(&findings, &Confirmed::Findings(ids)).map_err(|error| error.code)
        };
        assert_eq!(confirm(&["2", "1"]), Ok(()));
        assert_eq!(confirm(&["1", "3"]), Err(ErrorCode::FindingsOpen));
        assert_eq!(confirm(&[]), Err(ErrorCode::FindingsOpen));
        assert!(check(&findings, &Confirmed::All).is_ok());
    }
}
