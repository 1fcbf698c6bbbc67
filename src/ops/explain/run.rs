//! Explains articles one after the other.

use super::budget::{self, Reservation};
use super::plan::{self, Planned, check_untouched};
use super::report::{ExplainEvent, ExplainOutcome, ExplainRequest, ExplainResult, ExplainSummary};
use crate::app::App;
use crate::domain::Slug;
use crate::domain::explanation::Explanation;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::explain::{self, ModelAnswer, ModelClient, ModelFailure, PROMPT_VERSION, Prompt, Usage};
use crate::ops::desk::note;
use crate::ops::policy::{self, Action, Actor};
use crate::ops::sources::shared::stopping;
use crate::store::articles;
use crate::store::desk::{self, DeskRecord};
use crate::store::explanations::{self, ExplanationRecord};

/// Explains the drafts of a request and reports each result. A failed article does not stop the others.
///
/// # Errors
/// `no_model` when no model is configured, except in a dry run.
pub async fn explain(
    app: &App,
    actor: &Actor,
    request: ExplainRequest,
    report: &mut (dyn FnMut(ExplainEvent) + Send),
) -> Result<ExplainSummary> {
    policy::authorize(actor, Action::EditArticles)?;
    let client = if request.dry_run { None } else { Some(ModelClient::new(&app.config.explain)?) };
    let slugs = plan::slugs(app, &request).await?;
    let of = slugs.len() as u64;
    let mut summary = ExplainSummary { dry_run: request.dry_run, ..ExplainSummary::default() };
    for (slug, place) in slugs.into_iter().zip(1..) {
        let result = match plan::plan(app, slug.clone()).await {
            Ok(planned) if planned.is_explained() => Ok(ExplainResult::Unchanged),
            Ok(planned) => {
                let (prompt, tokens, cost) = estimate(app, &planned);
                report(ExplainEvent::Asking { slug: slug.clone(), place, of, tokens, cost });
                match &client {
                    Some(client) => explain_one(app, actor, client, planned, prompt).await,
                    None => Ok(ExplainResult::Would { tokens, cost }),
                }
            }
            Err(error) => Err(error.into()),
        };
        let result = result.unwrap_or_else(|refusal| refused(&slug, &refusal, &mut summary));
        count(&mut summary, &result);
        report(ExplainEvent::Done(ExplainOutcome { slug, result }));
        if app.stop.is_cancelled() {
            break;
        }
    }
    Ok(summary)
}

/// The prompt, and the maximum tokens and cost of asking the model.
fn estimate(app: &App, planned: &Planned) -> (Prompt, u64, u64) {
    let (prompt, config) = (planned.prompt(), &app.config.explain);
    let input = prompt.estimated_tokens();
    let cost = config.cost(input, config.max_output_tokens);
    (prompt, input + config.max_output_tokens, cost)
}

/// Why an article stays as it is, and what the model's answer cost nevertheless.
struct PaidRefusal {
    error: Error,
    tokens: u64,
    cost: u64,
}

impl From<Error> for PaidRefusal {
    fn from(error: Error) -> Self {
        Self { error, tokens: 0, cost: 0 }
    }
}

fn refused(slug: &Slug, refusal: &PaidRefusal, summary: &mut ExplainSummary) -> ExplainResult {
    let PaidRefusal { error, tokens, cost } = refusal;
    if error.kind == Kind::Internal {
        tracing::error!(article = %slug, error = error.chain(), "explaining an article failed");
    }
    summary.model_failed |= matches!(error.kind, Kind::Upstream | Kind::Timeout);
    let mut problem = error.to_problem();
    if error.kind != Kind::Internal {
        problem.error = error.chain();
    }
    ExplainResult::Refused { problem, tokens: *tokens, cost: *cost }
}

fn count(summary: &mut ExplainSummary, result: &ExplainResult) {
    match result {
        ExplainResult::Explained { tokens, cost, findings, .. } => {
            summary.explained += 1;
            summary.held += u64::from(!findings.is_empty());
            summary.tokens += tokens;
            summary.cost += cost;
        }
        ExplainResult::Would { tokens, cost } => {
            summary.tokens += tokens;
            summary.cost += cost;
        }
        ExplainResult::Unchanged => summary.unchanged += 1,
        ExplainResult::Refused { tokens, cost, .. } => {
            summary.refused += 1;
            summary.tokens += tokens;
            summary.cost += cost;
        }
    }
}

/// Asks the model about one draft and stores its answer.
async fn explain_one(
    app: &App,
    actor: &Actor,
    client: &ModelClient,
    planned: Planned,
    prompt: Prompt,
) -> Result<ExplainResult, PaidRefusal> {
    let config = &app.config.explain;
    let input = prompt.estimated_tokens();
    if input > config.max_input_tokens {
        let message = format!(
            "the act takes about {input} tokens, more than max_input_tokens ({}) in [explain]; explain it by hand",
            config.max_input_tokens
        );
        return Err(Error::new(Kind::TooLarge, ErrorCode::PayloadTooLarge, message).into());
    }
    let reservation = budget::reserve(app, input + config.max_output_tokens).await?;
    let answered = tokio::select! {
        answered = client.ask(&prompt) => answered,
        // The reservation stays: the answer may be charged.
        () = app.stop.cancelled() => return Err(stopping().into()),
    };
    let parsed = match answered {
        Ok(answer) => explain::parse(&answer.text)
            .map(|explanation| (answer.clone(), explanation))
            .map_err(|failure| (failure, Some(answer))),
        Err(failure) => Err((failure, None)),
    };
    match parsed {
        Ok((answer, explanation)) => {
            let usage = usage(&answer, &prompt);
            store(app, actor, planned, reservation, usage, explanation).await
        }
        Err((failure, answer)) => Err(settle_failed(app, reservation, failure, answer, &prompt).await?),
    }
}

/// The tokens as the model's server counted them, or else as estimated.
fn usage(answer: &ModelAnswer, prompt: &Prompt) -> Usage {
    let estimated =
        || Usage { input: prompt.estimated_tokens(), output: (answer.text.chars().count() as u64).div_ceil(3) };
    answer.usage.unwrap_or_else(estimated)
}

/// Settles a call without a usable answer and returns its error with what it cost. A call that may have been charged
/// keeps its reservation, unless the server counted the tokens.
async fn settle_failed(
    app: &App,
    reservation: Reservation,
    failure: ModelFailure,
    answer: Option<ModelAnswer>,
    prompt: &Prompt,
) -> Result<PaidRefusal> {
    let config = &app.config.explain;
    let longest = || Usage { input: prompt.estimated_tokens(), output: config.max_output_tokens };
    let answered = answer.map(|answer| usage(&answer, prompt)).or(failure.usage);
    let used = answered.or_else(|| failure.is_charged.then(longest));
    let (tokens, cost) = used.map_or((0, 0), |used| (used.input + used.output, config.cost(used.input, used.output)));
    app.store.write(move |tx| reservation.settle(tx, tokens)).await?;
    Ok(PaidRefusal { error: failure.error, tokens, cost })
}

/// Writes the draft's new words, the number of findings in them and the used tokens in one transaction. A draft that
/// changed meanwhile keeps its words.
async fn store(
    app: &App,
    actor: &Actor,
    planned: Planned,
    reservation: Reservation,
    usage: Usage,
    explanation: Explanation,
) -> Result<ExplainResult, PaidRefusal> {
    let (config, now, actor) = (&app.config.explain, app.clock.now(), actor.clone());
    let Planned { record: before, source_sha256, facts, act, .. } = planned;
    let explanation = explain::supported(&act, explanation);
    let article = explain::apply(before.article.clone(), &explanation, &config.model);
    let findings = explain::check_draft(&act, &article, Some(&explanation));
    let (tokens, cost) = (usage.input + usage.output, config.cost(usage.input, usage.output));
    let after = before.with_content(article, now);
    let record = ExplanationRecord {
        at: now,
        model: config.model.clone(),
        source_sha256,
        prompt_version: PROMPT_VERSION,
        facts,
        input_tokens: usage.input,
        output_tokens: usage.output,
        cost,
        explanation,
    };
    let found = findings.len();
    let is_stored = app
        .store
        .write(move |tx| {
            let slug = &after.article.slug;
            reservation.settle(tx, tokens)?;
            let (stored, notes) = (articles::get(tx, slug)?, desk::get(tx, slug)?);
            if stored.as_ref() != Some(&before) || check_untouched(&notes).is_err() {
                return Ok(false);
            }
            articles::put(tx, stored.as_ref(), &after)?;
            explanations::put(tx, slug, &record)?;
            desk::put(tx, &DeskRecord { findings: found, ..notes })?;
            note(tx, now, &actor, "articles.explain", slug)?;
            Ok(true)
        })
        .await?;
    if is_stored {
        return Ok(ExplainResult::Explained { tokens, cost, findings });
    }
    Err(PaidRefusal { error: changed_meanwhile(), tokens, cost })
}

fn changed_meanwhile() -> Error {
    let message = "the draft was changed while the model answered; its words were kept, explain it again";
    Error::conflict(ErrorCode::ChangedMeanwhile, message)
}
