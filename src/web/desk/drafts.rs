//! Reading, saving and previewing drafts.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::catalogue::ArticleView;
use crate::domain::ArticleCounts;
use crate::domain::content_fault::ContentFault;
use crate::error::{Error, ErrorCode, Kind, Problem};
use crate::ops::amendments;
use crate::ops::desk::drafts::{self, Draft, DraftList};
use crate::ops::desk::edit::{self, Edited, SaveOutcome};
use crate::web::articles::amendments::AmendedActDto;
use crate::web::articles::dto::ArticleDto;
use crate::web::articles::named_acts;
use crate::web::bearer::EditorBearer;
use crate::web::error::{Failure, Result};
use crate::web::extract::{PathParam, slug};
use crate::web::json::json;
use crate::web::operation::NoSuchArticle;
use crate::web::parameter_values::Lang;
use crate::web::request_body::ArticleJson;
use crate::web::state::Web;

#[derive(Debug, Deserialize, ToSchema)]
pub(in crate::web) struct SaveDraft {
    /// The version that was changed.
    version: String,
    /// The whole content, in the shape in which the draft was read.
    #[schema(value_type = Object)]
    article: Map<String, Value>,
}

/// The refusal of a text that breaks rules of an article.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::web) struct RefusedDraft {
    #[serde(flatten)]
    problem: Problem,
    /// All broken rules; `field` of the body is that of the first one. Absent if the request's body has another shape.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    problems: Vec<FieldProblem>,
}

/// A rule that a field breaks.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::web) struct FieldProblem {
    /// Such as `steps[1].text`; absent for the whole article.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    #[serde(flatten)]
    code: ContentFault,
    /// In English.
    message: String,
}

/// The refusal of a text because somebody else has saved the draft since.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::web) struct DraftConflict {
    #[serde(flatten)]
    problem: Problem,
    /// The draft with the text that is stored now; only with the code `changed_meanwhile`.
    #[serde(skip_serializing_if = "Option::is_none")]
    current: Option<Draft>,
}

/// Lists the drafts for an editor, last changed first.
#[utoipa::path(get, path = "", tag = "desk", operation_id = "listDrafts", responses(
    (status = 200, description = "At most 500 drafts", body = DraftList),
))]
pub(in crate::web) async fn list(State(web): State<Arc<Web>>, EditorBearer(actor): EditorBearer) -> Result {
    json(&drafts::list(&web.app, &actor).await?)
}

/// Returns one draft with its source, the checker's findings and its history on the desk.
#[utoipa::path(get, path = "", tag = "desk", operation_id = "getDraft", responses(
    (status = 200, description = "The draft", body = Draft),
    NoSuchArticle,
    (status = 409, description = "`not_a_draft`"),
))]
pub(in crate::web) async fn show(
    State(web): State<Arc<Web>>,
    PathParam(name): PathParam,
    EditorBearer(actor): EditorBearer,
) -> Result {
    json(&drafts::show(&web.app, &actor, slug(&name)?).await?)
}

/// Saves the text of a draft.
///
/// The text replaces the stored one if that still has the version that the editor changed. The account's name is added
/// to the authors; the provenance in the text is ignored.
#[utoipa::path(post, path = "", tag = "desk", operation_id = "saveDraft", responses(
    (status = 200, description = "The saved draft", body = Draft),
    (status = 400, description = "`invalid`: the text breaks rules of an article", body = RefusedDraft),
    NoSuchArticle,
    (status = 409, description = "`changed_meanwhile` with the other text; `not_a_draft`, `draft_scheduled`, `draft_rejected`, `name_missing`", body = DraftConflict),
))]
pub(in crate::web) async fn save(
    State(web): State<Arc<Web>>,
    PathParam(name): PathParam,
    EditorBearer(actor): EditorBearer,
    ArticleJson(input): ArticleJson<SaveDraft>,
) -> Result {
    let SaveDraft { version, article } = input;
    let edited = Edited { slug: slug(&name)?, version, article };
    match edit::save(&web.app, &actor, edited).await? {
        SaveOutcome::Saved(draft) => json(&draft),
        SaveOutcome::Refused(problems) => Err(refused(&problems)),
        SaveOutcome::Conflict(current) => {
            let message = "Somebody else saved this draft since you read it.";
            let error = Error::conflict(ErrorCode::ChangedMeanwhile, message);
            Err(Failure::from(error).with_details(serde_json::json!({ "current": current })))
        }
    }
}

fn refused(problems: &[edit::RecordProblem]) -> Failure {
    let message = problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
    let mut error = Error::new(Kind::Invalid, ErrorCode::Invalid, message);
    error.field = problems.first().and_then(|problem| problem.field.clone()).map(Into::into);
    let listed: Vec<_> = problems
        .iter()
        .map(|problem| FieldProblem {
            field: problem.field.clone(),
            code: problem.code,
            message: format!("{}; {}", problem.wrong, problem.allowed),
        })
        .collect();
    Failure::from(error).with_details(serde_json::json!({ "problems": listed }))
}

/// Returns the saved text of a draft as readers would get it.
#[utoipa::path(get, path = "", tag = "desk", operation_id = "previewDraft", responses(
    (status = 200, description = "The article", body = ArticleDto<'static>),
    NoSuchArticle,
    (status = 409, description = "`not_a_draft`"),
))]
pub(in crate::web) async fn preview(
    State(web): State<Arc<Web>>,
    PathParam(name): PathParam,
    EditorBearer(actor): EditorBearer,
    Lang(language): Lang,
) -> Result {
    let revision = drafts::preview(&web.app, &actor, slug(&name)?).await?;
    let amendments = amendments::count(&web.app, &actor, &revision.article).await?;
    let view = ArticleView::new(&revision, language);
    let steps = view.steps();
    let acts = named_acts(&web, &view)?;
    json(&ArticleDto::new(&view, &steps, ArticleCounts::default(), (amendments, &acts), web.app.clock.today()))
}

/// Lists the acts that the act of a draft amends, with each provision before and after.
#[utoipa::path(get, path = "", tag = "desk", operation_id = "listDraftAmendments", responses(
    (status = 200, description = "The amended acts; `lang` is the language of their citations", body = Vec<AmendedActDto<'static>>),
    NoSuchArticle,
    (status = 409, description = "`not_a_draft`"),
))]
pub(in crate::web) async fn amendments(
    State(web): State<Arc<Web>>,
    PathParam(name): PathParam,
    EditorBearer(actor): EditorBearer,
    Lang(language): Lang,
) -> Result {
    let acts = amendments::of_draft(&web.app, &actor, slug(&name)?).await?;
    json(&acts.iter().map(|act| AmendedActDto::new(act, language)).collect::<Vec<_>>())
}
