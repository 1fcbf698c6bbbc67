//! Accounts with two profiles: gathering their mails, and notifying them of new articles that concern them.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use jiff::{ToSpan, Zoned};
use paragraf::app::App;
use paragraf::clock::{Clock, legal_time_zone};
use paragraf::config::Config;
use paragraf::domain::Uid;
use paragraf::domain::concern::{KeptAnswer, ProfileName, ReaderProfile};
use paragraf::ops::concerns::notices::notify_next;
use paragraf::ops::import::{ImportOptions, import};
use paragraf::ops::mail::automatic;
use paragraf::ops::mail::campaigns::gather;
use paragraf::ops::{Actor, browse, search};
use paragraf::sources::{Format, Upload};
use paragraf::store::{notifications, outbox, reader_profiles};
use serde_json::{Map, Value, json};
use tokio::runtime::Runtime;
use uuid::Uuid;

use super::{article_line, readers};

const ACCOUNTS: usize = 500;
const DAYS: u32 = 7;
/// New articles that concern the accounts.
pub const NEW: usize = 20;
/// A firm that answered everything.
pub const FACTS: &str = r#"{"facts": {"subject": "srl", "farms": false, "company_tax": "micro", "vat": "monthly",
    "vat_cash": false, "employees": 3, "pays": ["dividends", "meal_vouchers"], "activity": ["packaging"],
    "trade": ["eu_goods_bought", "sells_to_public"], "digital": ["uses_cloud"], "owns": ["vehicle"],
    "turnover": 450000, "special": []}}"#;

pub fn person() -> Map<String, Value> {
    let facts = json!({"subject": "person", "farms": false, "owns": ["home"], "situations": ["lets_property"],
        "letting": ["home_to_person"]});
    facts.as_object().expect("answers").clone()
}

pub fn firm() -> Map<String, Value> {
    let request: Value = serde_json::from_str(FACTS).expect("the facts");
    request["facts"].as_object().expect("answers").clone()
}

/// Milliseconds for an account: a day of reminders and digests, over a week, and the notifications of [`NEW`] articles.
/// The store in `data` has `articles` articles; no server has it open.
pub fn measure(data: &Path, articles: usize) -> [f64; 2] {
    let uids: Vec<_> = readers::seed(data, ACCOUNTS)("http://bench").into_iter().map(|(uid, _)| uid).collect();
    // At nine, what a day brings is due.
    let morning = Zoned::now().date().at(9, 0, 0, 0).to_zoned(legal_time_zone()).expect("an instant").timestamp();
    let app = App::open(Config::default(), data.to_owned(), Clock::fixed(morning)).expect("the store opens");
    let app = Arc::new(app);
    let runtime = Runtime::new().expect("a runtime");
    runtime.block_on(answer(&app, uids.clone()));
    let gathered = runtime.block_on(gathering(&app));
    import_new(&runtime, &app, articles);
    [gathered, runtime.block_on(notifying(&app, uids))]
}

/// Stores the answers of each account, and loads the articles as a server does.
async fn answer(app: &Arc<App>, uids: Vec<Uid>) {
    browse::load(app).await.expect("the articles");
    search::update_index(app).await.expect("the index");
    let now = app.clock.now();
    let write = app.store.write(move |tx| {
        let mut profiles = Vec::new();
        for (name, facts) in [("Eu", person()), ("Firma", firm())] {
            let mut profile = ReaderProfile::new(Uuid::nil(), ProfileName::parse(name).expect("a name"));
            for (fact, answer) in facts {
                profile.answers.insert(fact, KeptAnswer::given(answer, now));
            }
            profiles.push(profile);
        }
        Ok(uids.iter().try_for_each(|uid| reader_profiles::put(tx, uid, &profiles))?)
    });
    write.await.expect("the profiles");
}

async fn gathering(app: &Arc<App>) -> f64 {
    let started = Instant::now();
    for _ in 0..DAYS {
        app.clock.advance(24.hours());
        automatic::create_due(app, &Actor::System).await.expect("the campaigns");
        gather::all_due(app, &Actor::System).await.expect("the recipients");
    }
    let elapsed = started.elapsed().as_secs_f64() * 1000.0;
    let queued = app.store.read(|tx| Ok(outbox::count_queued(tx)?)).await.expect("the outbox");
    assert!(queued >= ACCOUNTS as u64, "only {queued} mails were gathered");
    elapsed / f64::from(DAYS) / ACCOUNTS as f64
}

/// Imports [`NEW`] articles of today that concern firms.
fn import_new(runtime: &Runtime, app: &Arc<App>, articles: usize) {
    let mut lines = String::new();
    let texts = |ro: &str, en: &str| json!({"ro": ro, "en": en});
    let reason = json!({"yes": texts("fiindcă ai o firmă", "because you have a firm"),
        "no": texts("nu ai o firmă", "you have no firm")});
    for index in articles..articles + NEW {
        let mut article: Value = serde_json::from_str(&article_line(index)).expect("an article");
        article["publish_date"] = json!(app.clock.today().to_string());
        article["importance"] = json!(3);
        article["concerns"] = json!({"condition": {"fact": "subject", "in": ["srl"]}, "reason": reason});
        lines += &format!("{article}\n");
    }
    let upload = Upload {
        name: "new.jsonl".into(),
        format: Some(Format::JsonLines),
        reader: Box::new(std::io::Cursor::new(lines.into_bytes())),
    };
    let app = Arc::clone(app);
    let work = move || {
        let (actor, options) = (Actor::Operator { uid: 0 }, ImportOptions::default());
        import(&app, &actor, [Ok(upload)].into_iter(), &options, &mut |_| {})
    };
    let summary = runtime.block_on(runtime.spawn_blocking(work)).expect("the import ends").expect("the import");
    assert_eq!(summary.refused, 0, "the new articles are imported");
}

async fn notifying(app: &Arc<App>, uids: Vec<Uid>) -> f64 {
    let started = Instant::now();
    while notify_next(app, &Actor::System).await.expect("notified") {}
    let elapsed = started.elapsed().as_secs_f64() * 1000.0;
    let last = uids.into_iter().last().expect("an account");
    let notified = app.store.read(move |tx| Ok(notifications::of(tx, &last)?)).await.expect("the notifications");
    assert!(notified.len() >= NEW, "{} notifications of {NEW} articles", notified.len());
    elapsed / ACCOUNTS as f64
}
