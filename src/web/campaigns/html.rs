//! Campaigns as HTML.

use jiff::Timestamp;
use maud::{Markup, html};

use super::card::{self, ArticleStyle, Articles, heading};
use crate::catalogue::ArticleView;
use crate::clock::legal_time_zone;
use crate::domain::prose::{self, Part, Run};
use crate::domain::template::Values;
use crate::domain::text::{DESCRIPTION_CHARS, shorten};
use crate::domain::{Language, Slug};
use crate::ops::browse::SITE_NAME;
use crate::ops::mail::campaigns::public::PublicCampaign;
use crate::web::feeds::campaigns::CampaignEntry;
use crate::web::shell::labels::day_html;
use crate::web::shell::screens::framed;
use crate::web::shell::{LinkPreview, Page, Site, address, words};

/// The path of a campaign's page, without a language.
pub(in crate::web) fn path(campaign: &PublicCampaign) -> String {
    format!("/campaigns/{}", campaign.id)
}

/// The page of one campaign, in this language or in the only one that it has.
pub(super) fn campaign(site: &Site, language: Language, campaign: &PublicCampaign, articles: &Articles) -> Page {
    let (language, content, description, title) = match text(language, campaign, site, articles, ArticleStyle::Card) {
        Some(text) => (text.language, text.html, text.summary, text.title),
        None => (language, Markup::default(), String::new(), SITE_NAME.to_owned()),
    };
    let content = html! {
        h1 { (title) }
        p { (day(campaign.started_at, language)) }
        (content)
        p { a href=(address("", "/campaigns", language)) { (words(language).archive_title) } }
    };
    let page = Page {
        language,
        title: format!("{title} · {SITE_NAME}"),
        description,
        path: Some(path(campaign)),
        languages: campaign.versions.keys().copied().collect(),
        preview: LinkPreview { campaigns: true, ..LinkPreview::default() },
        data: vec![],
        content,
    };
    framed(site, page, &path(campaign))
}

/// The list of all campaigns, newest first.
pub(super) fn archive(site: &Site, language: Language, campaigns: &[PublicCampaign]) -> Page {
    let words = words(language);
    let items: Vec<_> = campaigns.iter().filter_map(|campaign| item(campaign, language)).collect();
    let content = html! {
        h1 { (words.archive_title) }
        p { (words.archive_about) }
        @if items.is_empty() {
            p { (words.archive_empty) }
        } @else {
            ul.shell-headlines { @for item in &items { (item) } }
        }
        p { a href={ "/campaigns.xml?lang=" (language) } { (words.feed) } }
    };
    let page = Page {
        language,
        title: format!("{} · {SITE_NAME}", words.archive_title),
        description: words.archive_about.to_owned(),
        path: Some("/campaigns".into()),
        languages: Language::ALL.to_vec(),
        preview: LinkPreview { campaigns: true, ..LinkPreview::default() },
        data: vec![],
        content,
    };
    framed(site, page, "/campaigns")
}

fn item(campaign: &PublicCampaign, language: Language) -> Option<Markup> {
    let (own, version) = campaign.version(language)?;
    Some(html! {
        li {
            a href=(address("", &path(campaign), own)) lang=(own) { (version.subject) }
            " " small { (day(campaign.started_at, language)) }
        }
    })
}

/// An entry of the feed.
pub(super) fn entry(
    site: &Site,
    language: Language,
    campaign: &PublicCampaign,
    articles: &Articles,
) -> Option<CampaignEntry> {
    let LocalizedCampaign { language, title, summary, html } =
        text(language, campaign, site, articles, ArticleStyle::Link)?;
    let url = address(&site.public_url, &path(campaign), language);
    let id = campaign.id.to_string();
    Some(CampaignEntry { id, language, title, url, at: campaign.started_at, summary, html: html.into_string() })
}

/// A campaign in one language.
struct LocalizedCampaign {
    language: Language,
    title: String,
    summary: String,
    html: Markup,
}

fn text(
    language: Language,
    campaign: &PublicCampaign,
    site: &Site,
    articles: &Articles,
    style: ArticleStyle,
) -> Option<LocalizedCampaign> {
    let (language, version) = campaign.version(language)?;
    // A page has no recipient: no name, no preferences, and no link to itself.
    let values = Values::new([("host", site.host())]);
    let parts = prose::fill(&prose::read(&version.body, 1).parts, &values);
    let summary = match version.preheader.is_empty() {
        true => shorten(&prose::plain(&parts), DESCRIPTION_CHARS),
        false => version.preheader.clone(),
    };
    let article = |slug: &Slug, level| {
        let found = articles.get(slug);
        let card = |revision| card::article(site, &ArticleView::new(revision, language), language, style, level);
        found.map(card).unwrap_or_default()
    };
    // The page's own heading is the subject, so those of the text are one level deeper.
    let mut level = 1;
    let mut part = |part: &Part| {
        if let Part::Heading { level: written, .. } = part {
            level = written + 1;
        }
        part_html(part, &|slug| article(slug, level + 1))
    };
    let html = html! { @for one in &parts { (part(one)) } };
    Some(LocalizedCampaign { language, title: version.subject.clone(), summary, html })
}

fn part_html(part: &Part, article: &dyn Fn(&Slug) -> Markup) -> Markup {
    match part {
        Part::Heading { level, words } => heading(level + 1, &runs(words)),
        Part::Paragraph(words) => html! { p { (runs(words)) } },
        Part::List { first: Some(first), items } => html! {
            ol start=[(*first != 1).then_some(first)] { @for item in items { li { (runs(item)) } } }
        },
        Part::List { first: None, items } => html! { ul { @for item in items { li { (runs(item)) } } } },
        Part::Facts(facts) => html! {
            dl { @for (name, value) in facts { dt { (runs(name)) } dd { (runs(value)) } } }
        },
        Part::Quote(paragraphs) => html! { blockquote { @for words in paragraphs { p { (runs(words)) } } } },
        Part::Button { words, link } => html! { p { a href=(link) { (words) } } },
        Part::Rule => html! { hr; },
        Part::Article(slug) => article(slug),
        Part::Slot(_) => Markup::default(),
    }
}

fn runs(runs: &[Run]) -> Markup {
    html! { @for part in runs { (run(part)) } }
}

fn run(run: &Run) -> Markup {
    if run.text == "\n" {
        return html! { br; };
    }
    let mut content = html! { (run.text) };
    if run.code {
        content = html! { code { (content) } };
    }
    if run.emphasis {
        content = html! { em { (content) } };
    }
    if run.strong {
        content = html! { strong { (content) } };
    }
    match &run.link {
        Some(link) => html! { a href=(link) { (content) } },
        None => content,
    }
}

fn day(at: Timestamp, language: Language) -> Markup {
    let zone = legal_time_zone();
    day_html(at.to_zoned(zone).date(), language)
}
