//! The pages other than articles: landing page, Home, lists, screens, documents, not found.

use maud::{Markup, html};

use super::address::{FIGURES, QUESTIONS, address, topic_path};
use super::consent::consent;
use super::data;
use super::foot::{self, contact};
use super::home::{self, Home};
use super::labels::headlines;
use super::page::{LinkPreview, Page};
use super::places;
use super::site::Site;
use super::words::words;
use crate::domain::Language;
use crate::domain::article::Revision;
use crate::domain::topic::Topic;
use crate::ops::browse::SITE_NAME;
use crate::web::legal::LegalDocument;
use crate::web::page_words::fill;

/// A screen of the app that is neither the list nor an article.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::web) enum Screen {
    About,
    Chat,
    Options,
    Auth,
    Notifications,
    Profile,
    Liked,
    Bookmarks,
    Account,
    Coverage,
    Insights,
    Deadlines,
    Questions,
    Figures,
}

impl Screen {
    /// `None` for a name for which the app shows its list.
    pub(in crate::web) fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "about" => Self::About,
            "chat" => Self::Chat,
            "options" => Self::Options,
            "auth" => Self::Auth,
            "notifications" => Self::Notifications,
            "profile" => Self::Profile,
            "liked" => Self::Liked,
            "bookmarks" => Self::Bookmarks,
            "account" => Self::Account,
            "coverage" => Self::Coverage,
            "insights" => Self::Insights,
            "deadlines" => Self::Deadlines,
            "questions" => Self::Questions,
            "figures" => Self::Figures,
            _ => return None,
        })
    }

    /// The path of the screen, without a language.
    fn path(self) -> &'static str {
        match self {
            Self::About => "/app?screen=about",
            Self::Chat => "/app?screen=chat",
            Self::Options => "/app?screen=options",
            Self::Auth => "/app?screen=auth",
            Self::Notifications => "/app?screen=notifications",
            Self::Profile => "/app?screen=profile",
            Self::Liked => "/app?screen=liked",
            Self::Bookmarks => "/app?screen=bookmarks",
            Self::Account => "/app?screen=account",
            Self::Coverage => "/app?screen=coverage",
            Self::Insights => "/app?screen=insights",
            Self::Deadlines => "/app?screen=deadlines",
            Self::Questions => QUESTIONS,
            Self::Figures => FIGURES,
        }
    }

    /// The path under which search engines may index the screen; `None` for screens that are of no use to visitors.
    pub(in crate::web) fn indexed_path(self) -> Option<&'static str> {
        let is_indexed = matches!(
            self,
            Self::About | Self::Chat | Self::Coverage | Self::Insights | Self::Deadlines | Self::Figures
        );
        is_indexed.then(|| self.path())
    }
}

pub(super) fn base(language: Language, title: String, description: String, path: Option<&str>) -> Page {
    Page {
        language,
        title,
        description,
        path: path.map(str::to_owned),
        languages: Language::ALL.to_vec(),
        preview: LinkPreview::default(),
        data: vec![],
        content: Markup::default(),
    }
}

/// The landing page. Its text is in the bundle; the newest articles and the contact are for readers without JavaScript.
pub(in crate::web) fn landing(site: &Site, language: Language, newest: &[Revision]) -> Page {
    let words = words(language);
    let content = html! {
        h2 { (words.newest) }
        (headlines(newest, language))
        p { a href=(address("", "/app", language)) { (words.all) } }
        (contact(site, language))
    };
    Page {
        data: data::website(site, language, words.about),
        content,
        ..base(language, words.landing_title.into(), words.about.into(), Some("/"))
    }
}

/// Home: the list of all articles.
pub(in crate::web) fn home(site: &Site, language: Language, home: &Home) -> Page {
    let words = words(language);
    let title = format!("{SITE_NAME}: {}", lower_first(words.newest));
    let page = base(language, title, words.about.to_owned(), Some("/app"));
    Page { content: home::content(site, language, home), ..page }
}

/// The list of the newest articles of one topic, or of one importance.
pub(in crate::web) fn list(site: &Site, language: Language, topic: Option<&Topic>, newest: &[Revision]) -> Page {
    let words = words(language);
    let name = topic.map(|topic| topic.name(language));
    let (heading, about) = match name {
        Some(name) => (format!("{name}: {}", lower_first(words.newest)), fill(words.topic_about, &[("topic", name)])),
        None => (words.newest.to_owned(), words.about.to_owned()),
    };
    let title = match name {
        Some(_) => format!("{heading} · {SITE_NAME}"),
        None => format!("{SITE_NAME}: {}", lower_first(words.newest)),
    };
    let path = topic.map_or("/app".into(), |topic| topic_path(&topic.id));
    let mut page = base(language, title, about, Some(&path));
    page.content = html! {
        (consent(site, language))
        main."shell shell-list" {
            (places::menu(language))
            h1 { (heading) }
            p { (page.description) }
            (headlines(newest, language))
            (foot::foot(site, &path, language))
        }
    };
    page.preview.topic = topic.map(|topic| topic.id.clone());
    page
}

/// A title's first letter in the middle of a sentence.
fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_lowercase().collect::<String>() + letters.as_str()).unwrap_or_default()
}

/// A screen that only JavaScript can draw.
///
/// A private screen has its description for browsers without scripts, and nothing that would flash before the
/// app is drawn; a screen that search engines may find has a text.
pub(in crate::web) fn screen(site: &Site, language: Language, screen: Screen) -> Page {
    let words = words(language);
    let (title, description) = words.screens[screen as usize];
    let path = screen.indexed_path();
    let authors = words.about_authors[usize::from(site.explains_with_ai)];
    let texts =
        if screen == Screen::About { [words.about_text.as_slice(), &[authors]].concat() } else { vec![description] };
    let text = html! {
        main.shell {
            (places::menu(language))
            h1 { (title) }
            @for text in texts { p { (text) } }
            @if path.is_none() { p { (words.needs_script) } }
            (foot::foot(site, screen.path(), language))
        }
    };
    let content = if path.is_some() {
        html! { (consent(site, language)) (text) }
    } else {
        html! { noscript { (text) } }
    };
    Page { content, ..base(language, format!("{title} · {SITE_NAME}"), description.into(), path) }
}

/// The page that the service worker keeps: without text, because the app writes it in the reader's language.
pub(in crate::web) fn app_shell() -> Page {
    base(Language::En, SITE_NAME.to_owned(), String::new(), None)
}

/// A page of the app that stays out of indexes.
pub(in crate::web) fn unlisted(language: Language, title: String, description: String, content: Markup) -> Page {
    Page { content, ..base(language, format!("{title} · {SITE_NAME}"), description, None) }
}

/// The page for a URL that does not exist.
pub(in crate::web) fn missing(language: Language) -> Page {
    let words = words(language);
    let title = format!("{} · {SITE_NAME}", words.missing);
    let content = html! {
        main.shell {
            (places::menu(language))
            h1 { (words.missing) }
            p { (words.missing_text) }
            p { a href=(address("", "/app", language)) { (words.all) } }
            footer.shell-foot data-print="hide" { (places::list("", language)) }
        }
    };
    Page { languages: vec![], content, ..base(language, title, words.missing_text.into(), None) }
}

/// A legal document.
pub(in crate::web) fn document(site: &Site, language: Language, path: &str, document: &LegalDocument) -> Page {
    let title = format!("{} · {SITE_NAME}", document.title);
    let page = base(language, title, document.description.clone(), Some(path));
    framed(site, Page { content: document.html.clone(), ..page }, path)
}

/// The page with the bar and the footer of documents around its content.
pub(in crate::web) fn framed(site: &Site, page: Page, path: &str) -> Page {
    let content = html! { (with_bar(&page)) (foot::foot(site, path, page.language)) };
    Page { content, ..page }
}

/// As [`framed`] without the footer, whose language links would lose the parameters of the URL.
pub(in crate::web) fn framed_bare(page: Page) -> Page {
    Page { content: with_bar(&page), ..page }
}

fn with_bar(page: &Page) -> Markup {
    html! {
        header.document-bar data-print="hide" {
            a href=(address("", "/", page.language)) { span aria-hidden="true" { "§" } " " (SITE_NAME) }
        }
        main.document { (page.content) }
    }
}
