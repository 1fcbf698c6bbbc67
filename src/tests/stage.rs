//! Where browser journeys that need a server of their own get one: with its own settings, a clock
//! that stands until the journey moves it, and every mail at hand. Mails leave when the journey asks for it.

use std::collections::HashMap;
use std::path::Path as FilePath;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::{delete, get, post};
use jiff::SignedDuration;
use paragraf::app::App;
use paragraf::clock::{Clock, uuid_at};
use paragraf::config::Config;
use paragraf::domain::email::Email;
use paragraf::domain::{Language, Role, TenantId, Uid};
use paragraf::mail::Mailer;
use paragraf::mail::memory::Memory;
use paragraf::ops::accounts::first_operator;
use paragraf::ops::explain::{ExplainRequest, explain};
use paragraf::ops::forms;
use paragraf::ops::import::{ImportEvent, ImportOptions, import};
use paragraf::ops::mail::campaigns::gather;
use paragraf::ops::mail::{deliver, links};
use paragraf::ops::sources::watch::poll;
use paragraf::ops::{Actor, browse, demo, search};
use paragraf::sources::{Format, Upload};
use paragraf::store::accounts::{self, AccountRecord};
use paragraf::store::archive::NewDocument;
use paragraf::store::outbox;
use serde::Deserialize;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::Mutex;

use crate::support::app::{NOW, TestApp};
use crate::support::new_law;
use crate::support::stand_in_model::{Reply, StandInModel};
use crate::support::stand_in_portal::StandInPortal;

/// The servers that journeys have asked for.
#[derive(Default)]
struct Stage {
    next: AtomicU32,
    apps: Mutex<HashMap<u32, TestApp>>,
    memories: Mutex<HashMap<u32, Arc<Memory>>>,
    portals: Mutex<HashMap<u32, StandInPortal>>,
    demo: OnceLock<TempDir>,
}

impl Stage {
    /// A data folder with the demo articles. Each server copies it: importing them takes most of a start.
    fn demo_folder(&self) -> &FilePath {
        let folder = self.demo.get_or_init(|| {
            let folder = tempfile::tempdir().expect("a folder");
            let clock = Clock::fixed(NOW.parse().expect("an instant"));
            let app = App::open(Config::default(), folder.path().to_owned(), clock).expect("the app opens");
            demo::load(&app).expect("the demo articles");
            folder
        });
        folder.path()
    }
}

type Answer = Result<axum::Json<Value>, (StatusCode, String)>;

/// Opens the stage on a free port and answers its address; it lasts as long as the runtime.
pub fn open(runtime: &tokio::runtime::Runtime) -> String {
    runtime.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        tokio::spawn(async move { axum::serve(listener, router()).await });
        format!("http://{address}")
    })
}

fn router() -> Router {
    Router::new()
        .route("/", post(start))
        .route("/{id}", delete(finish))
        .route("/{id}/down", post(down))
        .route("/{id}/clock", post(advance))
        .route("/{id}/mails", get(mails))
        .route("/{id}/letters", post(letters))
        .route("/{id}/links/{email}", get(mail_links))
        .route("/{id}/articles", post(publish))
        .route("/{id}/accounts", post(put_account))
        .route("/{id}/operator", post(operator_link))
        .route("/{id}/archive", post(archive))
        .route("/{id}/index", post(index))
        .route("/{id}/act", post(poll_act))
        .route("/{id}/form", post(import_form))
        .route("/{id}/explain", post(explain_drafts))
        .with_state(Arc::new(Stage::default()))
}

/// Settings by their dotted names, such as `accounts.sign_up`.
#[derive(Deserialize)]
struct Start {
    port: u16,
    #[serde(default)]
    config: HashMap<String, Value>,
    /// Whether the server reads a stand-in of Portal Legislativ and asks a stand-in model.
    #[serde(default)]
    has_sources: bool,
}

/// Starts a server with the demo articles.
async fn start(State(stage): State<Arc<Stage>>, axum::Json(input): axum::Json<Start>) -> Answer {
    let listener = TcpListener::bind(("127.0.0.1", input.port)).await.expect("the port is free");
    let portal = if input.has_sources { Some(StandInPortal::start(vec![]).await) } else { None };
    let sources = portal.as_ref().map(|portal| (portal.url.clone(), explaining_model()));
    // The articles of a server with a provider are imported at the real time, as its clock has it.
    let has_provider = input.config.contains_key("accounts.provider");
    let change = move |config: &mut Config| {
        let mut value = serde_json::to_value(&*config).expect("settings");
        for (name, wanted) in input.config {
            let (section, key) = name.split_once('.').unwrap_or_else(|| panic!("{name} names no section"));
            // An empty list of tables is not serialised.
            let is_known = name == "accounts.provider" || value[section].get(key).is_some();
            assert!(is_known, "there is no setting {name}");
            value[section][key] = wanted;
        }
        *config = serde_json::from_value(value).expect("settings of the right types");
        if let Some((portal_url, model)) = sources {
            (config.sources.portal_url, config.sources.pause_ms) = (portal_url, 0);
            config.explain.base_url = model.base_url;
            (config.explain.model, config.explain.api_key) = ("stand-in".into(), "k3y".into());
        }
    };
    let memory = Arc::new(Memory::default());
    let mailer = Mailer::Memory(Arc::clone(&memory));
    let prepare = |folder: &FilePath| {
        if !has_provider {
            tokio::task::block_in_place(|| copy(stage.demo_folder(), folder)).expect("a copy");
        }
    };
    let test = TestApp::start_on(listener, prepare, change, |app| app.mailer = mailer).await;
    let app = Arc::clone(&test.app);
    tokio::task::spawn_blocking(move || demo::load(&app)).await.expect("no panic").expect("the demo articles");
    browse::load(&test.app).await.expect("the articles are loaded");
    let (id, base) = (stage.next.fetch_add(1, Ordering::Relaxed), test.base.clone());
    stage.apps.lock().await.insert(id, test);
    stage.memories.lock().await.insert(id, memory);
    stage.portals.lock().await.extend(portal.map(|portal| (id, portal)));
    Ok(axum::Json(json!({"id": id, "url": base})))
}

fn copy(from: &FilePath, to: &FilePath) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// Stops the server and looks for damage in its store.
async fn finish(State(stage): State<Arc<Stage>>, Path(id): Path<u32>) -> Answer {
    let test = stage.apps.lock().await.remove(&id).ok_or_else(no_stage)?;
    stage.memories.lock().await.remove(&id);
    stage.portals.lock().await.remove(&id);
    test.stop().await;
    Ok(axum::Json(json!({})))
}

/// Stops answering; what the journey does next meets a server that is gone.
async fn down(State(stage): State<Arc<Stage>>, Path(id): Path<u32>) -> Answer {
    stage.apps.lock().await.get(&id).ok_or_else(no_stage)?.app.stop.cancel();
    Ok(axum::Json(json!({})))
}

#[derive(Deserialize)]
struct Advance {
    seconds: i64,
}

async fn advance(
    State(stage): State<Arc<Stage>>,
    Path(id): Path<u32>,
    axum::Json(input): axum::Json<Advance>,
) -> Answer {
    let apps = stage.apps.lock().await;
    let clock = &apps.get(&id).ok_or_else(no_stage)?.app.clock;
    clock.advance(jiff::Span::try_from(SignedDuration::from_secs(input.seconds)).expect("a span"));
    Ok(axum::Json(json!({"now": clock.now().to_string()})))
}

/// Every mail there is, oldest first, as the outbox has it.
async fn mails(State(stage): State<Arc<Stage>>, Path(id): Path<u32>) -> Answer {
    let apps = stage.apps.lock().await;
    let store = &apps.get(&id).ok_or_else(no_stage)?.app.store;
    let read = store.read(|tx| {
        let mut mails = Vec::new();
        outbox::each(tx, &mut |record| {
            mails.push(serde_json::to_value(record).unwrap_or_default());
            std::ops::ControlFlow::Continue(())
        })?;
        Ok(mails)
    });
    Ok(axum::Json(Value::Array(read.await.expect("the outbox"))))
}

/// Gathers the recipients of due campaigns, sends every mail that is due, and answers all that have left so far, oldest first.
async fn letters(State(stage): State<Arc<Stage>>, Path(id): Path<u32>) -> Answer {
    let app = Arc::clone(&stage.apps.lock().await.get(&id).ok_or_else(no_stage)?.app);
    gather::all_due(&app, &Actor::System).await.expect("the recipients are gathered");
    deliver::all_due(&app, &Actor::System).await.expect("the mails leave");
    let sent = stage.memories.lock().await.get(&id).ok_or_else(no_stage)?.sent();
    let letters = sent.iter().map(|message| {
        let source = message.bytes().expect("a mail");
        json!({
            "to": message.to.as_str(),
            "subject": message.subject,
            "text": message.text,
            "source": String::from_utf8_lossy(&source),
        })
    });
    Ok(axum::Json(letters.collect()))
}

/// The links in the footer of bulk mails.
async fn mail_links(State(stage): State<Arc<Stage>>, Path((id, email)): Path<(u32, String)>) -> Answer {
    let apps = stage.apps.lock().await;
    let app = &apps.get(&id).ok_or_else(no_stage)?.app;
    let email = Email::parse(&email).expect("an address");
    Ok(axum::Json(json!({
        "preferences": links::preferences_url(app, &email).expect("a link"),
        "unsubscribe": links::unsubscribe_url(app, &email).expect("a link"),
    })))
}

/// Imports one article as the operator would, publishes it and notifies its readers; the body
/// is the content of an import file.
async fn publish(
    State(stage): State<Arc<Stage>>,
    Path(id): Path<u32>,
    axum::Json(article): axum::Json<Value>,
) -> Answer {
    let app = Arc::clone(&stage.apps.lock().await.get(&id).ok_or_else(no_stage)?.app);
    let shown = Arc::clone(&app);
    let work = move || {
        let reader = Box::new(std::io::Cursor::new(article.to_string().into_bytes()));
        let upload = Upload { name: "stage.json".into(), format: Some(Format::Json), reader };
        let (mut messages, mut stored) = (Vec::new(), Vec::new());
        let mut tell = |event| match event {
            ImportEvent::Stored { slugs, concerned } => stored.push((slugs, concerned)),
            event => messages.push(format!("{event:?}")),
        };
        let done = import(&app, &Actor::System, [Ok(upload)].into_iter(), &ImportOptions::default(), &mut tell);
        done.map(|summary| (summary, messages, stored))
    };
    let (summary, messages, stored) = tokio::task::spawn_blocking(work).await.expect("no panic").expect("the import");
    if summary.refused > 0 {
        return Err((StatusCode::BAD_REQUEST, messages.join("\n")));
    }
    for (slugs, concerned) in stored {
        browse::refresh(&shown, &slugs).await.expect("the pages take it up");
        shown.notify_streams(concerned);
    }
    Ok(axum::Json(serde_json::to_value(summary).expect("JSON")))
}

/// Indexes the articles for searches.
async fn index(State(stage): State<Arc<Stage>>, Path(id): Path<u32>) -> Answer {
    let apps = stage.apps.lock().await;
    search::update_index(&apps.get(&id).ok_or_else(no_stage)?.app).await.expect("the articles are indexed");
    Ok(axum::Json(json!({})))
}

/// Puts a text into the archive, as a source delivers it, and answers its SHA-256.
async fn archive(State(stage): State<Arc<Stage>>, Path(id): Path<u32>, text: String) -> Answer {
    let apps = stage.apps.lock().await;
    let app = &apps.get(&id).ok_or_else(no_stage)?.app;
    let address = "https://legislatie.just.ro/Public/DetaliiDocument/1";
    let document = NewDocument::new(text.as_bytes(), "text/plain", address, app.clock.now()).expect("a small text");
    let sha256 = document.sha256().to_owned();
    app.store.write(move |tx| Ok(paragraf::store::archive::put(tx, &document)?)).await.expect("the text is stored");
    Ok(axum::Json(json!({ "sha256": sha256 })))
}

/// The model of every stage that has sources; it explains the new law with one wrong figure.
fn explaining_model() -> StandInModel {
    StandInModel::start(vec![Reply::Text(new_law::answer_with_a_wrong_figure().to_string())])
}

/// Delivers the new law on the stand-in of the portal and polls it, as the watch does.
async fn poll_act(State(stage): State<Arc<Stage>>, Path(id): Path<u32>) -> Answer {
    stage.portals.lock().await.get(&id).ok_or_else(no_stage)?.service().pages = vec![vec![new_law::record()]];
    let app = Arc::clone(&stage.apps.lock().await.get(&id).ok_or_else(no_stage)?.app);
    let summary = poll(&app, &Actor::System).await.expect("a poll");
    Ok(axum::Json(serde_json::to_value(summary).expect("JSON")))
}

/// Imports a form of the law that the new law amends.
async fn import_form(State(stage): State<Arc<Stage>>, Path(id): Path<u32>) -> Answer {
    let app = Arc::clone(&stage.apps.lock().await.get(&id).ok_or_else(no_stage)?.app);
    let reader = Box::new(std::io::Cursor::new(new_law::BASE.as_bytes()));
    let upload = Upload { name: "legea-273-2006.md".into(), format: None, reader };
    let uploads = Box::new(std::iter::once(Ok(upload)));
    let summary = forms::import(&app, &Actor::System, uploads, None, &mut |_| {}).await.expect("an import");
    Ok(axum::Json(serde_json::to_value(summary).expect("JSON")))
}

/// Explains all drafts, as `paragraf explain --drafts` does.
async fn explain_drafts(State(stage): State<Arc<Stage>>, Path(id): Path<u32>) -> Answer {
    let app = Arc::clone(&stage.apps.lock().await.get(&id).ok_or_else(no_stage)?.app);
    let request = ExplainRequest { drafts: true, ..ExplainRequest::default() };
    let summary = explain(&app, &Actor::System, request, &mut |_| {}).await.expect("a model");
    Ok(axum::Json(serde_json::to_value(summary).expect("JSON")))
}

/// An account that no page could make: without any means of sign-in, or disabled.
#[derive(Deserialize)]
struct PutAccount {
    email: String,
    #[serde(default)]
    display_name: String,
    #[serde(default)]
    email_link: bool,
    #[serde(default)]
    disabled: bool,
    role: Option<Role>,
}

/// Makes the account, or changes what is named of the one that has the address.
async fn put_account(
    State(stage): State<Arc<Stage>>,
    Path(id): Path<u32>,
    axum::Json(input): axum::Json<PutAccount>,
) -> Answer {
    let apps = stage.apps.lock().await;
    let app = &apps.get(&id).ok_or_else(no_stage)?.app;
    let email = Email::parse(&input.email).expect("an address");
    let (now, name) = (app.clock.now(), uuid_at(app.clock.now()).simple().to_string());
    let write = app.store.write(move |tx| {
        let before = accounts::by_email(tx, &TenantId::default(), &email)?;
        let record = before.clone().unwrap_or_else(|| {
            let (uid, name) = (Uid::parse(&name[4..]).expect("28 characters"), input.display_name.clone());
            let new = AccountRecord::new(uid, email.clone(), name, Language::En, now);
            AccountRecord { email_link: input.email_link, last_login_at: None, ..new }
        });
        let role = input.role.unwrap_or(record.role);
        let record = AccountRecord { disabled: input.disabled, role, ..record };
        Ok(accounts::put(tx, before.as_ref(), &record)?)
    });
    write.await.expect("the account is stored");
    Ok(axum::Json(json!({})))
}

/// Creates the link that makes an account the first operator.
async fn operator_link(State(stage): State<Arc<Stage>>, Path(id): Path<u32>) -> Answer {
    let apps = stage.apps.lock().await;
    let app = &apps.get(&id).ok_or_else(no_stage)?.app;
    let created = first_operator::create_link(app, &Actor::System).await.expect("a link");
    Ok(axum::Json(json!({ "link": created.link })))
}

fn no_stage() -> (StatusCode, String) {
    (StatusCode::NOT_FOUND, "there is no such server".into())
}
