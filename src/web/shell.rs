//! The UI's `index.html`, filled for a URL: head, language, and the text itself for readers
//! without JavaScript.

use jiff::civil::Date;
use serde::Deserialize;

use super::markdown::{beginning, escape, to_html, to_text};
use crate::domain::{Language, Slug, date};
use crate::error::{Error, Kind, Result};
use crate::ops::browse::SITE_NAME;

const HEAD: &str = "<!--paragraf:head-->";
const CONTENT: &str = "<!--paragraf:content-->";
const LANG: &str = "<html lang=\"en\"";
/// Characters of a description that result pages show.
const DESCRIPTION: usize = 200;

/// The page cut at the places to fill.
pub(super) struct Template {
    /// Before the language, before the head's end, before the content, the rest.
    parts: [String; 4],
}

/// What fills a page.
pub(super) struct Page {
    pub language: Language,
    pub title: String,
    pub description: String,
    /// Path and query without `lang`, such as `/app?articleId=x`; `None` keeps the page out of indexes.
    pub path: Option<String>,
    /// The languages in which the page has its own text.
    pub languages: Vec<Language>,
    /// The day of an article.
    pub published: Option<Date>,
    /// HTML.
    pub content: String,
}

impl Template {
    /// Errors: `ui_bundle` when a place to fill is missing; the bundle was built from something else.
    pub(super) fn parse(index: &str) -> Result<Self> {
        let missing =
            |mark: &str| Error::new(Kind::Internal, "ui_bundle", format!("the UI's index.html has no {mark}"));
        let (a, rest) = index.split_once(LANG).ok_or_else(|| missing(LANG))?;
        let (b, rest) = rest.split_once(HEAD).ok_or_else(|| missing(HEAD))?;
        let (c, d) = rest.split_once(CONTENT).ok_or_else(|| missing(CONTENT))?;
        Ok(Self { parts: [a, b, c, d].map(str::to_owned) })
    }

    pub(super) fn fill(&self, page: &Page, public_url: &str) -> String {
        let [a, b, c, d] = &self.parts;
        let (lang, head, content) = (page.language.code(), head(page, public_url), &page.content);
        format!("{a}<html lang=\"{lang}\"{b}{head}{c}{content}{d}")
    }
}

fn head(page: &Page, public_url: &str) -> String {
    let (title, description) = (escape(&page.title), escape(&page.description));
    let mut head = format!("<title>{title}</title>\n<meta name=\"description\" content=\"{description}\">\n");
    let Some(path) = &page.path else {
        return head + "<meta name=\"robots\" content=\"noindex\">";
    };
    let url = |language| escape(&address(public_url, path, language)).into_owned();
    // A page shown in a language that it lacks is a copy of the one in its own.
    let own = if page.languages.contains(&page.language) { page.language } else { Language::Ro };
    let canonical = url(own);
    link(&mut head, "rel=\"canonical\"", &canonical);
    for language in &page.languages {
        link(&mut head, &format!("rel=\"alternate\" hreflang=\"{language}\""), &url(*language));
    }
    link(&mut head, "rel=\"alternate\" hreflang=\"x-default\"", &url(Language::En));
    let kind = if page.published.is_some() { "article" } else { "website" };
    let locale = match own {
        Language::Ro => "ro_RO",
        Language::En => "en_GB",
    };
    for (property, content) in [
        ("og:site_name", SITE_NAME),
        ("og:type", kind),
        ("og:title", &*title),
        ("og:description", &*description),
        ("og:url", &*canonical),
        ("og:locale", locale),
    ] {
        meta(&mut head, "property", property, content);
    }
    if let Some(published) = page.published {
        meta(&mut head, "property", "article:published_time", &published.to_string());
    }
    meta(&mut head, "name", "twitter:card", "summary");
    head
}

fn link(head: &mut String, rel: &str, href: &str) {
    head.push_str(&format!("<link {rel} href=\"{href}\">\n"));
}

fn meta(head: &mut String, key: &str, name: &str, content: &str) {
    head.push_str(&format!("<meta {key}=\"{name}\" content=\"{content}\">\n"));
}

/// The page's address in a language; English, the default, is not named in it.
fn address(public_url: &str, path: &str, language: Language) -> String {
    let mark = if path.contains('?') { '&' } else { '?' };
    match language {
        Language::En => format!("{public_url}{path}"),
        Language::Ro => format!("{public_url}{path}{mark}lang=ro"),
    }
}

/// What the shell reads of an article's last revision.
#[derive(Deserialize)]
pub(super) struct ShellArticle {
    slug: String,
    title: String,
    technical_summary: String,
    simple_explanation: String,
    implementation_key_points: Vec<String>,
    publish_date: Date,
    lang: Language,
    languages: Vec<Language>,
    act: Option<Cited>,
    gazette: Option<Cited>,
    deadlines: Vec<ShellDeadline>,
    source_url: Option<String>,
}

#[derive(Deserialize)]
struct Cited {
    citation: String,
}

#[derive(Deserialize)]
struct ShellDeadline {
    date: Option<Date>,
    rule: Option<String>,
    what: String,
    who: Option<String>,
}

/// The few words of the pages without JavaScript; all others live in the UI.
struct Words {
    about: &'static str,
    newest: &'static str,
    summary: &'static str,
    explanation: &'static str,
    steps: &'static str,
    deadlines: &'static str,
    source: &'static str,
    all: &'static str,
    missing: &'static str,
    missing_text: &'static str,
}

fn words(language: Language) -> &'static Words {
    match language {
        Language::Ro => &Words {
            about: "Schimbările legii din Monitorul Oficial, explicate pe înțeles: ce se schimbă, pe cine privește și ce e de făcut până când.",
            newest: "Cele mai noi schimbări ale legii",
            summary: "Rezumat tehnic",
            explanation: "Pe înțelesul tuturor",
            steps: "Pași de urmat",
            deadlines: "Termene",
            source: "Textul oficial",
            all: "Toate schimbările legislative",
            missing: "Pagina nu există",
            missing_text: "La această adresă nu se află nimic. Poate că articolul a fost retras.",
        },
        Language::En => &Words {
            about: "Changes of Romanian law from the official gazette, explained in plain words: what changes, whom it concerns, and what to do by when.",
            newest: "The newest changes of the law",
            summary: "Technical summary",
            explanation: "In plain words",
            steps: "Implementation Steps",
            deadlines: "Deadlines",
            source: "The official text",
            all: "All changes of the law",
            missing: "Page not found",
            missing_text: "There is nothing at this address. The article may have been withdrawn.",
        },
    }
}

/// The list of the newest articles, for every screen but an article.
pub(super) fn home(language: Language, newest: &[(Slug, String, Language)]) -> Page {
    let words = words(language);
    let mut content =
        format!("<main class=\"shell shell-list\">\n<h1>{}</h1>\n<p>{}</p>\n<ul>\n", words.newest, words.about);
    for (slug, title, lang) in newest {
        let href = escape(&article_path(slug.as_str(), language)).into_owned();
        content.push_str(&format!("<li><a href=\"{href}\" lang=\"{lang}\">{}</a></li>\n", escape(title)));
    }
    content.push_str("</ul>\n</main>");
    Page {
        language,
        title: format!("{SITE_NAME}: {}", words.newest.to_lowercase()),
        description: words.about.to_owned(),
        path: Some("/app".to_owned()),
        languages: Language::ALL.to_vec(),
        published: None,
        content,
    }
}

/// Any other screen: the same head as the list, and nothing that would flash before the screen.
pub(super) fn screen(language: Language) -> Page {
    Page { content: String::new(), ..home(language, &[]) }
}

/// The page for an address that leads nowhere.
pub(super) fn missing(language: Language) -> Page {
    let words = words(language);
    let href = escape(&home_path(language)).into_owned();
    Page {
        language,
        title: format!("{} · {SITE_NAME}", words.missing),
        description: words.missing_text.to_owned(),
        path: None,
        languages: vec![],
        published: None,
        content: format!(
            "<main class=\"shell\">\n<h1>{}</h1>\n<p>{}</p>\n<p><a href=\"{href}\">{}</a></p>\n</main>",
            words.missing, words.missing_text, words.all
        ),
    }
}

/// The whole article in semantic HTML.
pub(super) fn article(language: Language, article: &ShellArticle) -> Page {
    let explanation = to_text(&article.simple_explanation);
    Page {
        language,
        title: format!("{} · {SITE_NAME}", article.title),
        description: beginning(&explanation, DESCRIPTION).into_owned(),
        path: Some(format!("/app?articleId={}", article.slug)),
        languages: article.languages.clone(),
        published: Some(article.publish_date),
        content: article_content(language, article),
    }
}

fn article_content(language: Language, article: &ShellArticle) -> String {
    let words = words(article.lang);
    let mut html = format!("<main class=\"shell\">\n<article class=\"shell-article\" lang=\"{}\">\n", article.lang);
    html.push_str(&format!("<h1>{}</h1>\n{}", escape(&article.title), origin(article)));
    section(&mut html, words.summary, &to_html(&article.technical_summary));
    section(&mut html, words.explanation, &to_html(&article.simple_explanation));
    let steps = article.implementation_key_points.iter().map(|step| format!("<li>{}</li>\n", to_html(step)));
    section(&mut html, words.steps, &list("ol", steps.collect()));
    let deadlines =
        article.deadlines.iter().map(|deadline| format!("<li>{}</li>\n", deadline_line(deadline, article.lang)));
    section(&mut html, words.deadlines, &list("ul", deadlines.collect()));
    if let Some(source) = article.source_url.as_deref().filter(|url| url.starts_with("https://")) {
        html.push_str(&format!("<p><a href=\"{}\">{}</a></p>\n", escape(source), words.source));
    }
    let all = self::words(language).all;
    let home = home_path(language);
    html.push_str(&format!("</article>\n<p><a href=\"{}\">{all}</a></p>\n</main>", escape(&home)));
    html
}

/// Date, act and gazette in one line.
fn origin(article: &ShellArticle) -> String {
    let day = date::long(article.publish_date, article.lang);
    let mut line = format!("<p><time datetime=\"{}\">{day}</time>", article.publish_date);
    for cited in [&article.act, &article.gazette].into_iter().flatten() {
        line.push_str(&format!(" · {}", escape(&cited.citation)));
    }
    line + "</p>\n"
}

fn deadline_line(deadline: &ShellDeadline, language: Language) -> String {
    let mut line = String::new();
    if let Some(day) = deadline.date {
        line.push_str(&format!("<time datetime=\"{day}\">{}</time>: ", date::long(day, language)));
    }
    line.push_str(&escape(&deadline.what));
    for more in [&deadline.rule, &deadline.who].into_iter().flatten() {
        line.push_str(&format!(" ({})", escape(more)));
    }
    line
}

/// Adds a heading with its content; nothing for empty content.
fn section(html: &mut String, heading: &str, content: &str) {
    if !content.is_empty() {
        html.push_str(&format!("<section>\n<h2>{heading}</h2>\n{content}</section>\n"));
    }
}

fn list(tag: &str, items: String) -> String {
    if items.is_empty() { items } else { format!("<{tag}>\n{items}</{tag}>\n") }
}

fn article_path(slug: &str, language: Language) -> String {
    address("", &format!("/app?articleId={slug}"), language)
}

fn home_path(language: Language) -> String {
    address("", "/app", language)
}
