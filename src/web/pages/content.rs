//! The content of each page that the server fills.

use std::sync::Arc;

use jiff::civil::Date;

use super::cache::View;
use crate::catalogue::{ArticleView, DeadlineQuery, InsightsQuery, ListQuery};
use crate::domain::amendment::ActAmendments;
use crate::domain::article::Revision;
use crate::domain::{AudienceRole, CalendarMonth, Importance, Language, Slug};
use crate::error::Error;
use crate::ops::blocking::blocking;
use crate::ops::duties::{self, DutyQuery};
use crate::ops::law_figures::FigureQuery;
use crate::ops::overviews::{self, ListedOverview};
use crate::ops::sources::calendar;
use crate::ops::{self, act_history, act_pages, amendments, browse};
use crate::web::articles::named_acts;
use crate::web::legal::LegalPage;
use crate::web::shell::deadlines::DeadlinePage;
use crate::web::shell::home::Home;
use crate::web::shell::law_figures::{self, FigurePage};
use crate::web::shell::screens::Screen;
use crate::web::shell::{self, Page, article, deadlines, insights, screens};
use crate::web::state::{VISITOR, Web};

/// Titles in the list for readers without JavaScript.
const MAX_TITLES: u8 = 24;
/// Titles under the landing page.
const NEWEST_ON_LANDING: u8 = 6;
/// Dated entries on the page of a topic.
const NEXT_ENTRIES: usize = 5;
/// Months on the pages of figures and of topics.
const OVERVIEW_MONTHS: usize = 12;
/// Most deadlines of articles on the page of a month.
const MAX_DEADLINES: usize = 200;

/// Fills the page of a view.
///
/// # Errors
/// `not_found` for an article or a topic that does not exist.
pub(in crate::web) async fn page(web: &Arc<Web>, view: &View, language: Language, today: Date) -> Result<Page, Error> {
    let site = &web.site;
    Ok(match view {
        View::Landing => {
            let newest = read(web, move |web| newest(web, language, None, None, NEWEST_ON_LANDING)).await?;
            screens::landing(site, language, &newest)
        }
        View::Home { greeting } => {
            let greeting = *greeting;
            screens::home(site, language, &read(web, move |web| home(web, language, today, greeting)).await?)
        }
        View::List { topic, importance } => {
            let (topic, importance) = (topic.clone(), *importance);
            read(web, move |web| list_page(web, language, topic.as_deref(), importance)).await?
        }
        View::Deadlines { month, topic, role } => {
            let (month, of) = (*month, (topic.clone(), *role));
            let page = read(web, move |web| deadline_page(web, language, month, of, today)).await?;
            deadlines::page(site, language, &page)
        }
        View::Figures { on, topic } => {
            let (on, topic) = (*on, topic.clone());
            law_figures::page(site, language, &read(web, move |web| figure_page(web, on, topic, today)).await?)
        }
        View::Topic(id) => {
            let id = id.clone();
            read(web, move |web| topic_page(web, language, &id, today)).await?
        }
        View::Act(id) => {
            let act = act_pages::page(&web.app, &VISITOR, id, language).await?;
            shell::act::page(site, language, &act, &act_history::history(&web.app, &VISITOR, id).await?)
        }
        View::Overview(id) => {
            let id = id.clone();
            let page = read(web, move |web| overviews::page(&web.app, &VISITOR, &id, language)).await?;
            shell::overview::page(site, language, &page)
        }
        View::Screen(Screen::Insights) => {
            let query = InsightsQuery { language, ..InsightsQuery::default() };
            let insights = read(web, move |web| browse::insights(&web.app, &VISITOR, &query)).await?;
            insights::figures(site, language, &insights, &newest_overviews(web, None)?)
        }
        View::Coverage(month) => {
            shell::gazette::page(site, language, &calendar::calendar(&web.app, &VISITOR, *month).await?)
        }
        View::Screen(screen) => screens::screen(site, language, *screen),
        View::AppShell => screens::app_shell(),
        View::Legal(document) => legal_page(web, *document, language),
        View::Missing => screens::missing(language),
        View::Article(slug) => whole_article(web, slug, language, today).await?,
    })
}

/// The page of an article with what its act changes in other acts.
async fn whole_article(web: &Web, slug: &Slug, language: Language, today: Date) -> Result<Page, Error> {
    let article = browse::article(&web.app, &VISITOR, slug)?.article;
    let revision = article.unpack()?;
    let amended = amendments::of_article(&web.app, &VISITOR, article.id, revision.article.clone()).await?;
    article_page(web, &revision, &amended, language, today)
}

fn legal_page(web: &Web, document: LegalPage, language: Language) -> Page {
    let path = match document {
        LegalPage::Privacy => "/privacy",
        LegalPage::Terms => "/terms",
    };
    screens::document(&web.site, language, path, web.legal.get(document, language))
}

fn list_page(
    web: &Web,
    language: Language,
    topic: Option<&str>,
    importance: Option<Importance>,
) -> Result<Page, Error> {
    let newest = newest(web, language, topic, importance, MAX_TITLES)?;
    let topic = topic.map(|id| browse::topic(&web.app, &VISITOR, id)).transpose()?.flatten();
    Ok(screens::list(&web.site, language, topic.as_ref(), &newest))
}

/// The page of an article from memory, without what its act changes in other acts, which only the store has.
pub(super) fn article_alone(web: &Web, slug: &Slug, language: Language, today: Date) -> Result<Page, Error> {
    let revision = browse::article(&web.app, &VISITOR, slug)?.article.unpack()?;
    article_page(web, &revision, &[], language, today)
}

fn article_page(
    web: &Web,
    revision: &Revision,
    amended: &[ActAmendments],
    language: Language,
    today: Date,
) -> Result<Page, Error> {
    let article = ArticleView::new(revision, language);
    let topic = topic_name(web, article.topic, article.language)?;
    let acts = named_acts(web, &article)?;
    Ok(article::page(&web.site, language, &article, (&topic, amended, &acts), today))
}

/// Reads the content of a page off the async threads.
async fn read<T: Send + 'static>(
    web: &Arc<Web>,
    read: impl FnOnce(&Web) -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let web = Arc::clone(web);
    blocking("reading a page", move || read(&web)).await?
}

/// The deadlines and the duties of a month.
fn deadline_page(
    web: &Web,
    language: Language,
    month: CalendarMonth,
    (topic, role): (Option<String>, Option<AudienceRole>),
    today: Date,
) -> Result<DeadlinePage, Error> {
    let mut articles = ListQuery::newest(language, topic.clone(), None, MAX_TITLES);
    articles.role = role;
    let (from, to) = (month.first_day(), month.first_day().last_of_month());
    let query = DeadlineQuery { from: Some(from), to: Some(to), ..DeadlineQuery::next(articles, MAX_DEADLINES) };
    let days = ops::deadlines::list(&web.app, &VISITOR, &query, today)?;
    let duties = DutyQuery { language, role, tax: None, topic: topic.clone(), from, to };
    Ok(DeadlinePage {
        today,
        month,
        topics: browse::topics(&web.app, &VISITOR)?,
        topic,
        role,
        deadlines: days.iter().collect::<Result<_, _>>()?,
        duties: duties::list(&web.app, &VISITOR, &duties)?,
    })
}

fn figure_page(web: &Web, on: Date, topic: Option<String>, today: Date) -> Result<FigurePage, Error> {
    let query = FigureQuery { on, topic: topic.clone(), words: None };
    let figures = ops::law_figures::list(&web.app, &VISITOR, &query)?;
    Ok(FigurePage { today, on, topics: browse::topics(&web.app, &VISITOR)?, topic, figures })
}

fn topic_page(web: &Web, language: Language, id: &str, today: Date) -> Result<Page, Error> {
    let topic = browse::topic(&web.app, &VISITOR, id)?.ok_or_else(|| Error::not_found("There is no such topic."))?;
    let query = InsightsQuery { language, topic: Some(id.to_owned()), year: None };
    let articles = ListQuery::newest(language, Some(id.to_owned()), None, MAX_TITLES);
    let next = DeadlineQuery::next(articles, NEXT_ENTRIES);
    let insights = browse::insights(&web.app, &VISITOR, &query)?;
    let next = ops::deadlines::list(&web.app, &VISITOR, &next, today)?.iter().collect::<Result<Vec<_>, _>>()?;
    Ok(insights::topic(&web.site, language, (&topic, &newest_overviews(web, Some(id))?), &insights, &next))
}

/// The last overviews of all topics, or of one.
fn newest_overviews(web: &Web, topic: Option<&str>) -> Result<Vec<ListedOverview>, Error> {
    let mut listed = overviews::list(&web.app, &VISITOR)?;
    listed.retain(|overview| overview.id.topic.as_deref() == topic);
    listed.truncate(OVERVIEW_MONTHS);
    Ok(listed)
}

fn home(web: &Web, language: Language, today: Date, greeting: u8) -> Result<Home, Error> {
    Ok(Home {
        highlights: browse::highlights(&web.app, &VISITOR, language, today)?,
        topics: browse::topics(&web.app, &VISITOR)?,
        newest: newest(web, language, None, None, MAX_TITLES)?,
        greeting,
        today,
    })
}

fn newest(
    web: &Web,
    language: Language,
    topic: Option<&str>,
    importance: Option<Importance>,
    limit: u8,
) -> Result<Vec<Revision>, Error> {
    let query = ListQuery::newest(language, topic.map(str::to_owned), importance, limit);
    browse::list(&web.app, &VISITOR, &query)?.unpack()
}

/// The name of a topic, or its id if the operator has removed it.
pub(in crate::web) fn topic_name(web: &Web, id: &str, language: Language) -> Result<String, Error> {
    let topic = browse::topic(&web.app, &VISITOR, id)?;
    Ok(topic.map_or_else(|| id.to_owned(), |topic| topic.name(language).to_owned()))
}
