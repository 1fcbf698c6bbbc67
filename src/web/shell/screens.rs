//! Every page but an article: landing page, list, topics, screens, documents, nothing.

use super::{Page, Preview, Site, address, article_path, contact, data, foot, topic_path, words};
use crate::catalogue::{ArticleList, ArticleView};
use crate::domain::topic::Topic;
use crate::domain::{Language, date};
use crate::ops::browse::SITE_NAME;
use crate::web::legal::Document;
use crate::web::markdown::escape;

/// A screen of the app that needs JavaScript.
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
}

impl Screen {
    /// `None` for what the app shows as its list.
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
            _ => return None,
        })
    }

    /// The address under which it may be found; the others are of no use to strangers.
    pub(in crate::web) fn indexed_path(self) -> Option<&'static str> {
        match self {
            Self::About => Some("/app?screen=about"),
            Self::Chat => Some("/app?screen=chat"),
            Self::Options
            | Self::Auth
            | Self::Notifications
            | Self::Profile
            | Self::Liked
            | Self::Bookmarks
            | Self::Account => None,
        }
    }
}

fn base(language: Language, title: String, description: String, path: Option<&str>) -> Page {
    Page {
        language,
        title,
        description,
        path: path.map(str::to_owned),
        languages: Language::ALL.to_vec(),
        preview: Preview::default(),
        data: vec![],
        content: String::new(),
    }
}

/// The landing page. Its text is in the bundle; what only the server knows is for readers without
/// JavaScript.
pub(in crate::web) fn landing(site: &Site, language: Language, newest: &ArticleList) -> Page {
    let words = words(language);
    let content = format!(
        "<h2>{}</h2>\n{}<p><a href=\"{}\">{}</a></p>\n{}",
        words.newest,
        headlines(newest, language),
        escape(&address("", "/app", language)),
        words.all,
        contact(site, language)
    );
    Page {
        data: data::website(site, language, words.about),
        content,
        ..base(language, words.landing_title.into(), words.about.into(), Some("/"))
    }
}

/// The list of the newest articles, of all topics or of one.
pub(in crate::web) fn home(site: &Site, language: Language, topic: Option<&Topic>, newest: &ArticleList) -> Page {
    let words = words(language);
    let name = topic.map(|topic| match language {
        Language::Ro => &*topic.ro,
        Language::En => &*topic.en,
    });
    let (heading, about) = match name {
        Some(name) => (format!("{name}: {}", lower_first(words.newest)), (words.topic_about)(name)),
        None => (words.newest.to_owned(), words.about.to_owned()),
    };
    let title = match name {
        Some(_) => format!("{heading} · {SITE_NAME}"),
        None => format!("{SITE_NAME}: {}", lower_first(words.newest)),
    };
    let path = topic.map_or("/app".into(), |topic| topic_path(&topic.id));
    let mut page = base(language, title, about, Some(&path));
    page.content = format!(
        "<main class=\"shell shell-list\">\n<h1>{}</h1>\n<p>{}</p>\n{}{}</main>",
        escape(&heading),
        escape(&page.description),
        headlines(newest, language),
        foot::foot(site, &path, language)
    );
    page.preview.topic = topic.map(|topic| topic.id.clone());
    page
}

fn headlines(newest: &ArticleList, language: Language) -> String {
    if newest.articles.is_empty() {
        return format!("<p>{}</p>\n", words(language).empty);
    }
    let lines = newest.views().map(|article| headline(&article, language));
    format!("<ul class=\"shell-headlines\">\n{}</ul>\n", lines.collect::<String>())
}

fn headline(article: &ArticleView<'_>, language: Language) -> String {
    let href = address("", &article_path(article.slug.as_str()), language);
    format!(
        "<li><a href=\"{}\" lang=\"{}\">{}</a> <small><strong class=\"shell-importance\" data-level=\"{}\">{}</strong> · <time datetime=\"{}\">{}</time></small></li>\n",
        escape(&href),
        article.language,
        escape(article.title),
        article.importance,
        article.importance.label(language),
        article.publish_date,
        date::long(article.publish_date, language)
    )
}

/// A title's first letter in the middle of a sentence.
fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_lowercase().collect::<String>() + letters.as_str()).unwrap_or_default()
}

/// A screen that only JavaScript can draw: its own head, and nothing that would flash before it, for
/// browsers without scripts what it would be. What may be found has something to say without.
pub(in crate::web) fn screen(site: &Site, language: Language, screen: Screen) -> Page {
    let words = words(language);
    let (title, description) = words.screens[screen as usize];
    let path = screen.indexed_path();
    let mut page = base(language, format!("{title} · {SITE_NAME}"), description.into(), path);
    if path.is_none() {
        page.content =
            format!("<noscript><main class=\"shell\"><h1>{title}</h1><p>{description}</p></main></noscript>");
    }
    if let Some(path) = path {
        let texts = if screen == Screen::About { words.about_text.as_slice() } else { &[description] };
        let paragraphs: String = texts.iter().map(|text| format!("<p>{text}</p>\n")).collect();
        let foot = foot::foot(site, path, language);
        page.content = format!("<main class=\"shell\">\n<h1>{title}</h1>\n{paragraphs}{foot}</main>");
    }
    page
}

/// The page for an address that leads nowhere.
pub(in crate::web) fn missing(language: Language) -> Page {
    let words = words(language);
    let title = format!("{} · {SITE_NAME}", words.missing);
    Page {
        languages: vec![],
        content: format!(
            "<main class=\"shell\">\n<h1>{}</h1>\n<p>{}</p>\n<p><a href=\"{}\">{}</a></p>\n</main>",
            words.missing,
            words.missing_text,
            escape(&address("", "/app", language)),
            words.all
        ),
        ..base(language, title, words.missing_text.into(), None)
    }
}

/// A legal document.
pub(in crate::web) fn document(site: &Site, language: Language, path: &str, document: &Document) -> Page {
    let title = format!("{} · {SITE_NAME}", document.title);
    let page = base(language, title, document.description.clone(), Some(path));
    framed(site, Page { content: document.html.clone(), ..page }, path)
}

/// The page with the bar and the foot of documents around its content.
pub(in crate::web) fn framed(site: &Site, page: Page, path: &str) -> Page {
    let foot = foot::foot(site, path, page.language);
    Page { content: format!("{}{foot}", barred(&page)), ..page }
}

/// As [`framed`], without the foot, whose links to the other language would lose what the address says.
pub(in crate::web) fn framed_bare(page: Page) -> Page {
    Page { content: barred(&page), ..page }
}

fn barred(page: &Page) -> String {
    format!(
        "<header class=\"document-bar\" data-print=\"hide\">\n<a href=\"{}\"><span aria-hidden=\"true\">§</span> {SITE_NAME}</a>\n</header>\n\
         <main class=\"document\">\n{}</main>\n",
        escape(&address("", "/", page.language)),
        page.content,
    )
}
