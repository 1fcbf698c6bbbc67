//! What is counted of readers who agreed: a closed list of events, none of which can name a person.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::slug::Slug;

/// An enumeration whose values have one spelling on the wire, in the store and at the terminal.
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
    /// What happened.
    EventName {
        PageView = "page_view",
        ArticleOpen = "article_open",
        Share = "share",
        Subscribe = "subscribe",
        WebVital = "web_vital",
    }
}

closed_list! {
    /// A screen that a reader can be on.
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
        NotFound = "not_found",
    }
}

closed_list! {
    /// Where a reader sent an article.
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
    /// How an attempt to subscribe ended for the visitor.
    SubscribeOutcome {
        Subscribed = "subscribed",
        AlreadySubscribed = "already_subscribed",
        Failed = "failed",
        FailedWith = "failed_with",
    }
}

closed_list! {
    /// A measure of how fast and how steady a page felt.
    WebVital {
        Cls = "CLS",
        Inp = "INP",
        Lcp = "LCP",
        Fcp = "FCP",
        Ttfb = "TTFB",
    }
}

closed_list! {
    /// How a measured value is rated.
    Rating {
        Good = "good",
        NeedsImprovement = "needs-improvement",
        Poor = "poor",
    }
}

/// One thing that a reader did, as the pages tell it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = AnalyticsEvent)]
#[serde(tag = "name", rename_all = "snake_case")]
pub enum Event {
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

/// What is counted apart: an event and what tells it from others of its name.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Counter {
    pub event: EventName,
    /// Such as a screen's code, a slug, or `LCP good`.
    pub label: String,
}

impl Event {
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
    fn an_event_is_counted_under_the_name_it_has_on_the_wire() {
        let slug = Slug::parse("tva").expect("a slug");
        let events = [
            Event::PageView { screen: Screen::NotFound },
            Event::ArticleOpen { slug },
            Event::Share { target: ShareTarget::Whatsapp },
            Event::Subscribe { outcome: SubscribeOutcome::FailedWith },
            Event::WebVital { metric: WebVital::Lcp, rating: Rating::NeedsImprovement },
        ];
        let counted: Vec<_> = events.iter().map(Event::counter).collect();
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
