//! Analytics of readers who consented: a closed list of events, none of which can identify a person.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::slug::Slug;

/// An enumeration whose values are spelt the same in JSON, in the store and in the terminal.
macro_rules! closed_list {
    ($(#[$meta:meta])* $name:ident { $($variant:ident = $code:tt),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
        pub enum $name { $(#[serde(rename = $code)] $variant),* }

        impl $name {
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The spelling in JSON and in the store.
            pub const fn code(self) -> &'static str {
                match self { $(Self::$variant => $code),* }
            }
        }
    };
}

closed_list! {
    /// The name of an event.
    EventName {
        PageView = "page_view",
        ArticleOpen = "article_open",
        Share = "share",
        Subscribe = "subscribe",
        WebVital = "web_vital",
    }
}

closed_list! {
    /// A screen of the application.
    Screen {
        Landing = "landing",
        Home = "home",
        Article = "article",
        Notifications = "notifications",
        Auth = "auth",
        Chat = "chat",
        About = "about",
        Profile = "profile",
        Options = "options",
        Liked = "liked",
        Bookmarks = "bookmarks",
        Account = "account",
        Coverage = "coverage",
        Insights = "insights",
        Deadlines = "deadlines",
        Topic = "topic",
        Act = "act",
        Overview = "overview",
        Search = "search",
        Questions = "questions",
        Figures = "figures",
        NotFound = "not_found",
    }
}

closed_list! {
    /// The destination of a shared article.
    ShareTarget {
        Copy = "copy",
        X = "x",
        Facebook = "facebook",
        Email = "email",
        Whatsapp = "whatsapp",
        System = "system",
    }
}

closed_list! {
    /// The outcome of a subscription attempt.
    SubscribeOutcome {
        Subscribed = "subscribed",
        AlreadySubscribed = "already_subscribed",
        Failed = "failed",
        FailedWith = "failed_with",
    }
}

closed_list! {
    /// A Web Vitals metric.
    WebVital {
        Cls = "CLS",
        Inp = "INP",
        Lcp = "LCP",
        Fcp = "FCP",
        Ttfb = "TTFB",
    }
}

closed_list! {
    /// The rating of a measured value.
    Rating {
        Good = "good",
        NeedsImprovement = "needs-improvement",
        Poor = "poor",
    }
}

/// One action of a reader, as reported by the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "name", rename_all = "snake_case")]
pub enum AnalyticsEvent {
    PageView {
        screen: Screen,
    },
    ArticleOpen {
        #[schema(value_type = String)]
        slug: Slug,
    },
    Share {
        target: ShareTarget,
    },
    Subscribe {
        outcome: SubscribeOutcome,
    },
    WebVital {
        metric: WebVital,
        rating: Rating,
    },
}

/// The unit of counting: an event with a label.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Counter {
    pub event: EventName,
    /// Such as a screen's code, a slug, or `LCP good`.
    pub label: String,
}

impl AnalyticsEvent {
    pub fn counter(&self) -> Counter {
        let (event, label) = match self {
            Self::PageView { screen } => (EventName::PageView, screen.code().to_owned()),
            Self::ArticleOpen { slug } => (EventName::ArticleOpen, slug.to_string()),
            Self::Share { target } => (EventName::Share, target.code().to_owned()),
            Self::Subscribe { outcome } => (EventName::Subscribe, outcome.code().to_owned()),
            Self::WebVital { metric, rating } => (EventName::WebVital, vital_label(*metric, *rating)),
        };
        Counter { event, label }
    }
}

/// The label under which a rating of a metric is counted.
pub fn vital_label(metric: WebVital, rating: Rating) -> String {
    format!("{} {}", metric.code(), rating.code())
}

impl EventName {
    pub fn parse(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|name| name.code() == code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_counted_under_its_name_in_json() {
        let slug = Slug::parse("tva").expect("a slug");
        let events = [
            AnalyticsEvent::PageView { screen: Screen::NotFound },
            AnalyticsEvent::ArticleOpen { slug },
            AnalyticsEvent::Share { target: ShareTarget::Whatsapp },
            AnalyticsEvent::Subscribe { outcome: SubscribeOutcome::FailedWith },
            AnalyticsEvent::WebVital { metric: WebVital::Lcp, rating: Rating::NeedsImprovement },
        ];
        let counted: Vec<_> = events.iter().map(AnalyticsEvent::counter).collect();
        for (event, counter) in events.iter().zip(&counted) {
            let name = serde_json::to_value(event).expect("JSON")["name"].clone();
            assert_eq!(name, counter.event.code());
            assert_eq!(EventName::parse(counter.event.code()), Some(counter.event));
        }
        let labels: Vec<_> = counted.iter().map(|counter| counter.label.as_str()).collect();
        assert_eq!(labels, ["not_found", "tva", "whatsapp", "failed_with", "LCP needs-improvement"]);
        assert_eq!(EventName::parse("nope"), None);
    }
}
