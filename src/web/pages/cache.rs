//! The templates of pages and the cached pages.

use jiff::civil::Date;

use crate::domain::{ActId, AudienceRole, CalendarMonth, Importance, Language, OverviewId, Slug};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::web::assets;
use crate::web::body::cache::BodyCache;
use crate::web::legal::LegalPage;
use crate::web::page_words;
use crate::web::shell::PageTemplate;
use crate::web::shell::screens::Screen;

/// Memory for filled pages.
const PAGES_BYTES: u64 = 16 << 20;

/// The page at a URL.
///
/// Unknown parameters are dropped here, so there are few views apart from one for each article.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::web) enum View {
    Landing,
    /// The list of all articles, with one of the greetings.
    Home {
        greeting: u8,
    },
    /// The list of the articles of an existing topic, or of an importance.
    List {
        topic: Option<String>,
        importance: Option<Importance>,
    },
    Screen(Screen),
    /// The page that the service worker shows offline.
    AppShell,
    /// The gazette in a month, or in the newest one.
    Coverage(Option<CalendarMonth>),
    /// The deadlines of a month, of an existing topic and of a role.
    Deadlines {
        month: CalendarMonth,
        topic: Option<String>,
        role: Option<AudienceRole>,
    },
    /// The figures of the law on a day, of all topics or an existing one.
    Figures {
        on: Date,
        topic: Option<String>,
    },
    /// A topic by its id.
    Topic(String),
    /// An act that has a page, by its own id.
    Act(ActId),
    /// A monthly overview.
    Overview(OverviewId),
    Article(Slug),
    Legal(LegalPage),
    Missing,
}

/// The templates and the filled pages.
pub(in crate::web) struct Pages {
    pub(in crate::web) app: PageTemplate,
    document: PageTemplate,
    landing_ro: PageTemplate,
    landing_en: PageTemplate,
    /// By the generations of the contents and by today in Romania, so no page outlives a change or a day.
    pub(in crate::web) filled: BodyCache<([u64; 4], Date, Language, View)>,
}

impl Pages {
    pub(in crate::web) fn new() -> Result<Self, Error> {
        page_words::all::check()?;
        let needed = |name: &str| template(name)?.ok_or_else(|| lacks(name));
        Ok(Self {
            app: needed("index.html")?,
            document: needed("document.html")?,
            landing_ro: needed("landing.ro.html")?,
            landing_en: needed("landing.en.html")?,
            filled: BodyCache::new(PAGES_BYTES),
        })
    }

    /// The template of pages without scripts.
    pub(in crate::web) fn document(&self) -> &PageTemplate {
        &self.document
    }

    pub(in crate::web) fn template(&self, view: &View, language: Language) -> &PageTemplate {
        match view {
            View::Landing => language.pick(&self.landing_ro, &self.landing_en),
            View::Legal(_) => &self.document,
            _ => &self.app,
        }
    }
}

fn template(name: &str) -> Result<Option<PageTemplate>, Error> {
    assets::text(name).map(|text| PageTemplate::parse(name, &text)).transpose()
}

fn lacks(name: &str) -> Error {
    Error::new(Kind::Internal, ErrorCode::UiBundle, format!("the UI bundle has no {name}"))
}
