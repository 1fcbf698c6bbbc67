//! The real server on a free port, over a store in a throw-away folder.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::Timestamp;
use paragraf::app::{ALONE, App};
use paragraf::clock::Clock;
use paragraf::config::Config;
use paragraf::domain::{Article, Slug, Status};
use paragraf::identity::password_hashing::PasswordHasher;
use paragraf::ops::{browse, search};
use paragraf::sources::pdf::PdfReader;
use paragraf::store::articles::{self, ArticleRecord};
use paragraf::store::{FILE_NAME, verify};
use reqwest::{Client, RequestBuilder, Response};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::articles::next_revision;
use super::{access_log, postgres, program, stores};

/// The moment at which the clock of every test stands.
pub const NOW: &str = "2026-01-10T09:00:00Z";

/// Memory of a password hash, in KiB. The memory of a real hash costs a tenth of the time of all tests.
const LITTLE_MEMORY_KIB: u32 = 64;

pub struct TestApp {
    pub app: Arc<App>,
    pub base: String,
    pub client: Client,
    server: JoinHandle<paragraf::error::Result<()>>,
    folder: TempDir,
}

impl TestApp {
    /// Serves these articles.
    pub async fn start(articles: Vec<Article>) -> Self {
        Self::start_with(articles, |_| {}, |_| {}).await
    }

    /// Serves these articles after changes to the configuration and to the app.
    pub async fn start_with(
        articles: Vec<Article>,
        configure: impl FnOnce(&mut Config),
        change: impl FnOnce(&mut App),
    ) -> Self {
        let test = Self::start_empty(configure, change).await;
        put(&test.app, articles).await;
        test.load().await;
        test
    }

    /// Loads the catalogue and indexes it, as a server does at its start.
    pub async fn load(&self) {
        browse::load(&self.app).await.expect("the articles are loaded");
        search::update_index(&self.app).await.expect("the articles are indexed");
    }

    /// Reads changed articles into the catalogue and the index, as a server does after a commit.
    async fn refresh(&self, slugs: &[Slug]) {
        browse::refresh(&self.app, slugs).await.expect("the catalogue is refreshed");
        search::update_index(&self.app).await.expect("the articles are indexed");
    }

    /// Serves before the articles are loaded.
    pub async fn start_empty(configure: impl FnOnce(&mut Config), change: impl FnOnce(&mut App)) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        Self::start_on(listener, |_| {}, configure, change).await
    }

    /// As [`Self::start_empty`], with what `prepare` puts into the data folder.
    pub async fn start_on(
        listener: TcpListener,
        prepare: impl FnOnce(&Path),
        configure: impl FnOnce(&mut Config),
        change: impl FnOnce(&mut App),
    ) -> Self {
        paragraf::tls::install_provider();
        program::install();
        access_log::start_if_wanted();
        let folder = tempfile::tempdir().expect("a folder");
        prepare(&data_dir(&folder));
        let mut config = Config::default();
        config.server.stop_timeout_secs = 1;
        config.server.request_timeout_secs = 300;
        config.limits.subscribe_per_hour = 1000;
        config.limits.fetch_pdf_per_minute = 1000;
        config.limits.analytics_per_minute = 1000;
        config.limits.marks_per_minute = 1000;
        config.limits.links_per_minute = 1000;
        configure(&mut config);
        // A provider is real, and its tokens have the real time.
        let is_alone = config.accounts.provider.is_empty();
        let clock = Clock::fixed(if is_alone { NOW.parse().expect("an instant") } else { Clock::System.now() });
        // A test that prepares a file works on it.
        if stores::are_shared() && config.store.url.is_empty() && !data_dir(&folder).join(FILE_NAME).exists() {
            config.store.url = postgres::url();
        }
        let mut app = App::open(config, data_dir(&folder), clock).expect("the app opens");
        // Tests run no process that could lead instead.
        app.leadership.set(Some(ALONE));
        app.identity.hasher = PasswordHasher::with_memory(LITTLE_MEMORY_KIB);
        app.pdf_reader = PdfReader::of_program(env!("CARGO_BIN_EXE_paragraf").into());
        change(&mut app);
        let app = Arc::new(app);
        let base = format!("http://{}", listener.local_addr().expect("an address"));
        let public_url = match app.config.server.public_url.as_str() {
            "" => base.clone(),
            // Browsers have passkeys only at a name.
            "http://localhost" => base.replace("127.0.0.1", "localhost"),
            _ => app.config.public_url(),
        };
        app.public_url.set(public_url).expect("the public URL is set once");
        paragraf::ops::accounts::keys::load(&app).await.expect("the keys");
        let server = tokio::spawn(paragraf::web::serve(Arc::clone(&app), listener));
        let client = Client::builder().redirect(reqwest::redirect::Policy::none()).no_gzip().build().expect("a client");
        Self { app, base, client, server, folder }
    }

    pub fn get(&self, path: &str) -> RequestBuilder {
        self.client.get(format!("{}{path}", self.base))
    }

    /// The answer's status and JSON body.
    pub async fn json(&self, path: &str) -> (u16, serde_json::Value) {
        read(self.get(path).send().await.expect("an answer")).await
    }

    pub async fn text(&self, path: &str) -> (u16, String) {
        let response = self.get(path).send().await.expect("an answer");
        (response.status().as_u16(), response.text().await.expect("text"))
    }

    pub async fn post(&self, path: &str, body: serde_json::Value) -> (u16, serde_json::Value) {
        read(self.client.post(format!("{}{path}", self.base)).json(&body).send().await.expect("an answer")).await
    }

    /// Publishes or changes articles as an import does.
    pub async fn publish(&self, articles: Vec<Article>) {
        let slugs: Vec<Slug> = articles.iter().map(|article| article.slug.clone()).collect();
        put(&self.app, articles).await;
        self.refresh(&slugs).await;
    }

    /// Moves the clock to this instant.
    pub fn travel(&self, to: &str) {
        let to: Timestamp = to.parse().expect("an instant");
        self.app.clock.advance(self.app.clock.now().until(to).expect("a span"));
    }

    /// Withdraws a published article.
    pub async fn withdraw(&self, slug: &str) {
        let slug = Slug::parse(slug).expect("a slug");
        let wanted = slug.clone();
        let write = self.app.store.write(move |tx| {
            let before = articles::get(tx, &wanted)?.expect("the article is there");
            let record = ArticleRecord { status: Status::Withdrawn, ..before.clone() };
            Ok(articles::put(tx, Some(&before), &record)?)
        });
        write.await.expect("withdrawn");
        self.refresh(&[slug]).await;
    }

    /// Stops the server and looks for damage in the store.
    pub async fn stop(self) {
        self.app.stop.cancel();
        drop(self.client);
        self.server.await.expect("the server did not panic").expect("the server stopped well");
        let findings = self.app.store.read(|tx| Ok(verify::verify(tx)?)).await.expect("the store can be read");
        assert_eq!(findings, []);
        drop(self.folder);
    }
}

fn data_dir(folder: &TempDir) -> PathBuf {
    folder.path().join("data")
}

async fn put(app: &App, list: Vec<Article>) {
    let now: Timestamp = app.clock.now();
    let list: Vec<_> = list.into_iter().map(|article| (article, app.clock.next_instant())).collect();
    let write = app.store.write(move |tx| {
        for (article, arrival) in &list {
            let before = articles::get(tx, &article.slug)?;
            let record = next_revision(before.as_ref(), article.clone(), now);
            let record = record.with_published_at(before.as_ref(), *arrival);
            articles::put(tx, before.as_ref(), &record)?;
        }
        Ok(())
    });
    write.await.expect("the articles are stored");
}

/// The body without its null fields, which the API refuses.
pub fn without_nulls(mut body: serde_json::Value) -> serde_json::Value {
    if let Some(fields) = body.as_object_mut() {
        fields.retain(|_, value| !value.is_null());
    }
    body
}

/// Expects a refusal with this status and code of every call, which is not cached.
pub async fn expect_refusals(calls: Vec<(String, RequestBuilder)>, token: Option<&str>, status: u16, code: &str) {
    for (name, request) in calls {
        let request = match token {
            Some(token) => request.bearer_auth(token),
            None => request,
        };
        let response = request.send().await.expect("an answer");
        assert_eq!(response.headers()["cache-control"], "no-store", "{name}");
        let (found, body) = read(response).await;
        assert_eq!((found, body["code"].as_str()), (status, Some(code)), "{name}");
    }
}

/// Status and JSON body of an answer.
pub async fn read(response: Response) -> (u16, serde_json::Value) {
    let status = response.status().as_u16();
    let text = response.text().await.expect("text");
    (status, serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}")))
}
