//! Campaigns as HTML.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::card::{self, Articles, Look};
use crate::clock::LEGAL_TIME_ZONE;
use crate::domain::prose::{self, Part, Placeholder, Run};
use crate::domain::{Language, Slug, date};
use crate::ops::browse::SITE_NAME;
use crate::ops::mail::campaigns::public::PublicCampaign;
use crate::web::feeds::campaigns::CampaignEntry;
use crate::web::markdown::{beginning, escape};
use crate::web::shell::screens::framed;
use crate::web::shell::{Page, Preview, Site, address, words};

/// Characters of a description that result pages show.
const DESCRIPTION: usize = 200;

/// The path of a campaign's page, without a language.
pub(in crate::web) fn path(campaign: &PublicCampaign) -> String {
    format!("/campaigns/{}", campaign.id)
}

/// The page of one campaign, in this language or in the one that there is.
pub(super) fn campaign(site: &Site, language: Language, campaign: &PublicCampaign, articles: &Articles) -> Page {
    let (language, content, description, title) = match text(language, campaign, site, articles, Look::Card) {
        Some(text) => (text.language, text.html, text.summary, text.title),
        None => (language, String::new(), String::new(), SITE_NAME.to_owned()),
    };
    let archive = address("", "/campaigns", language);
    let content = format!(
        "<h1>{}</h1>\n<p>{}</p>\n{content}<p><a href=\"{}\">{}</a></p>\n",
        escape(&title),
        day(campaign.started_at, language),
        escape(&archive),
        words(language).archive_title,
    );
    let page = Page {
        language,
        title: format!("{title} · {SITE_NAME}"),
        description,
        path: Some(path(campaign)),
        languages: campaign.versions.keys().copied().collect(),
        preview: Preview { campaigns: true, ..Preview::default() },
        data: vec![],
        content,
    };
    framed(site, page, &path(campaign))
}

/// The list of all campaigns, newest first.
pub(super) fn archive(site: &Site, language: Language, campaigns: &[PublicCampaign]) -> Page {
    let words = words(language);
    let items: String = campaigns.iter().filter_map(|campaign| item(campaign, language)).collect();
    let list = match items.is_empty() {
        true => format!("<p>{}</p>\n", words.archive_empty),
        false => format!("<ul class=\"shell-headlines\">\n{items}</ul>\n"),
    };
    let content = format!(
        "<h1>{}</h1>\n<p>{}</p>\n{list}<p><a href=\"/campaigns.xml?lang={language}\">{}</a></p>\n",
        words.archive_title, words.archive_about, words.feed
    );
    let page = Page {
        language,
        title: format!("{} · {SITE_NAME}", words.archive_title),
        description: words.archive_about.to_owned(),
        path: Some("/campaigns".into()),
        languages: Language::ALL.to_vec(),
        preview: Preview { campaigns: true, ..Preview::default() },
        data: vec![],
        content,
    };
    framed(site, page, "/campaigns")
}

fn item(campaign: &PublicCampaign, language: Language) -> Option<String> {
    let (own, version) = campaign.version(language)?;
    Some(format!(
        "<li><a href=\"{}\" lang=\"{own}\">{}</a> <small>{}</small></li>\n",
        escape(&address("", &path(campaign), own)),
        escape(&version.subject),
        day(campaign.started_at, language)
    ))
}

/// An entry of the feed.
pub(super) fn entry(
    site: &Site,
    language: Language,
    campaign: &PublicCampaign,
    articles: &Articles,
) -> Option<CampaignEntry> {
    let Text { language, title, summary, html } = text(language, campaign, site, articles, Look::Link)?;
    let url = address(&site.public_url, &path(campaign), language);
    let id = campaign.id.to_string();
    Some(CampaignEntry { id, language, title, url, at: campaign.started_at, summary, html })
}

/// A campaign in one language.
struct Text {
    language: Language,
    title: String,
    summary: String,
    html: String,
}

fn text(language: Language, campaign: &PublicCampaign, site: &Site, articles: &Articles, look: Look) -> Option<Text> {
    let (language, version) = campaign.version(language)?;
    let host = site.public_url.split("://").last().unwrap_or_default().to_owned();
    // Nobody is greeted by name here, nobody's settings are led to, and this is the page.
    let values = |placeholder: Placeholder| (placeholder == Placeholder::Host).then(|| host.clone());
    let parts = prose::fill(&prose::read(&version.body, 1).parts, &values);
    let summary = match version.preheader.is_empty() {
        true => beginning(&prose::plain(&parts), DESCRIPTION).into_owned(),
        false => version.preheader.clone(),
    };
    // The page's own heading is the subject.
    let (mut html, mut level) = (String::new(), 1);
    for part in &parts {
        if let Part::Heading { level: written, .. } = part {
            level = written + 1;
        }
        html.push_str(&html_of(part, &|slug| {
            let article = articles.get(slug);
            article.map(|it| card::html(site, &it.view(language), language, look, level + 1)).unwrap_or_default()
        }));
    }
    Some(Text { language, title: version.subject.clone(), summary, html })
}

fn html_of(part: &Part, article: &dyn Fn(&Slug) -> String) -> String {
    match part {
        Part::Heading { level, words } => format!("<h{0}>{1}</h{0}>\n", level + 1, runs(words)),
        Part::Paragraph(words) => format!("<p>{}</p>\n", runs(words)),
        Part::List { first, items } => {
            let items: String = items.iter().map(|item| format!("<li>{}</li>\n", runs(item))).collect();
            match first {
                Some(1) => format!("<ol>\n{items}</ol>\n"),
                Some(first) => format!("<ol start=\"{first}\">\n{items}</ol>\n"),
                None => format!("<ul>\n{items}</ul>\n"),
            }
        }
        Part::Quote(paragraphs) => {
            let paragraphs: String = paragraphs.iter().map(|words| format!("<p>{}</p>\n", runs(words))).collect();
            format!("<blockquote>\n{paragraphs}</blockquote>\n")
        }
        Part::Button { words, link } => format!("<p><a href=\"{}\">{}</a></p>\n", escape(link), escape(words)),
        Part::Rule => "<hr>\n".into(),
        Part::Article(slug) => article(slug),
    }
}

fn runs(runs: &[Run]) -> String {
    let run = |run: &Run| {
        if run.text == "\n" {
            return "<br>\n".to_owned();
        }
        let mut html = escape(&run.text).into_owned();
        for (has, tag) in [(run.code, "code"), (run.emphasis, "em"), (run.strong, "strong")] {
            if has {
                html = format!("<{tag}>{html}</{tag}>");
            }
        }
        match &run.link {
            Some(link) => format!("<a href=\"{}\">{html}</a>", escape(link)),
            None => html,
        }
    };
    runs.iter().map(run).collect()
}

fn day(at: Timestamp, language: Language) -> String {
    let zone = TimeZone::get(LEGAL_TIME_ZONE).unwrap_or(TimeZone::UTC);
    let day = at.to_zoned(zone).date();
    format!("<time datetime=\"{day}\">{}</time>", date::long(day, language))
}
