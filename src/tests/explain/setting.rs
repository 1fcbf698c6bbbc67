//! Drafts with archived acts, and answers about them.

use paragraf::app::App;
use paragraf::config::{Config, ExplainConfig};
use paragraf::domain::{Article, Provenance, Slug, Status};
use paragraf::ops::Actor;
use paragraf::ops::explain::{ExplainEvent, ExplainRequest, ExplainResult, ExplainSummary, explain};
use paragraf::store::archive::{self, NewDocument};
use paragraf::store::articles::{self, ArticleRecord};

use crate::support::app::TestApp;
use crate::support::articles::article;
pub use crate::support::new_law::{act_text, answer};
use crate::support::stand_in_model::StandInModel;

pub const OPERATOR: Actor = Actor::Operator { uid: 1000 };

pub fn configure(config: &mut Config, model: &StandInModel) {
    config.explain = ExplainConfig {
        base_url: model.base_url.clone(),
        model: "stand-in".into(),
        api_key: "k3y".into(),
        input_cents_per_million: 100,
        output_cents_per_million: 400,
        ..ExplainConfig::default()
    };
}

/// A server with drafts of these slugs, each of the same archived text.
pub async fn with_drafts(slugs: &[&str], text: String, configure: impl FnOnce(&mut Config)) -> TestApp {
    let test = TestApp::start_empty(configure, |_| {}).await;
    let sha256 = archive_text(&test.app, &text).await;
    for slug in slugs {
        put_draft(&test.app, draft(slug, &sha256)).await;
    }
    test
}

pub async fn archive_text(app: &App, text: &str) -> String {
    let url = "https://legislatie.just.ro/Public/DetaliiDocument/305827";
    let document = NewDocument::new(text.as_bytes(), "text/plain; charset=utf-8", url, app.clock.now());
    let document = document.expect("a small document");
    let sha256 = document.sha256().to_owned();
    app.store.write(move |tx| Ok(archive::put(tx, &document).map(drop)?)).await.expect("archived");
    sha256
}

pub fn draft(slug: &str, sha256: &str) -> Article {
    let provenance = Provenance { source_sha256: Some(sha256.to_owned()), ..Provenance::default() };
    Article { title: "LEGE nr. 245 din 23 decembrie 2025".into(), provenance: Some(provenance), ..article(slug) }
}

pub async fn put_draft(app: &App, article: Article) {
    let record = ArticleRecord::new(article, Status::Draft, app.clock.now());
    app.store.write(move |tx| Ok(articles::put(tx, None, &record)?)).await.expect("stored");
}

pub fn slug(text: &str) -> Slug {
    Slug::parse(text).expect("a slug")
}

pub async fn stored(app: &App, name: &str) -> ArticleRecord {
    let slug = slug(name);
    app.store.read(move |tx| Ok(articles::get(tx, &slug)?)).await.expect("read").expect("the draft")
}

/// Explains these articles and returns what became of each.
pub async fn run(app: &App, slugs: &[&str], dry_run: bool) -> (Vec<ExplainResult>, ExplainSummary) {
    let request = ExplainRequest { slugs: slugs.iter().map(|name| slug(name)).collect(), drafts: false, dry_run };
    let mut results = Vec::new();
    let mut report = |event| {
        if let ExplainEvent::Done(outcome) = event {
            results.push(outcome.result);
        }
    };
    let summary = explain(app, &OPERATOR, request, &mut report).await.expect("a model is configured");
    (results, summary)
}

/// The code of a refusal.
pub fn code(result: &ExplainResult) -> &'static str {
    match result {
        ExplainResult::Refused { problem, .. } => problem.code.as_str(),
        other => panic!("not refused: {other:?}"),
    }
}
