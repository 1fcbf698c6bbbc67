//! Publishing and withdrawing as the operator.

use paragraf::app::App;
use paragraf::domain::{Slug, Status};
use paragraf::error::Result;
use paragraf::ops::desk::drafts::Confirmed;
use paragraf::ops::desk::publish::{Approval, Publication, Published, publish};
use paragraf::ops::{Actor, articles};

const OPERATOR: Actor = Actor::Operator { uid: 1000 };

/// Publishes a stored article, with this reviewer and in spite of these findings.
pub async fn publish_as(
    app: &App,
    slug: &str,
    reviewed_by: Option<&str>,
    confirmed: Confirmed,
) -> Result<Vec<Published>> {
    let approvals = vec![Approval { slug: Slug::parse(slug).expect("a slug"), version: None, confirmed }];
    let reviewed_by = reviewed_by.map(str::to_owned);
    publish(app, &OPERATOR, Publication { approvals, at: None, reviewed_by }).await
}

/// Publishes or withdraws an article.
pub async fn set_status(app: &App, slug: &str, status: Status) {
    match status {
        Status::Published => drop(publish_as(app, slug, None, Confirmed::All).await.expect("published")),
        Status::Withdrawn => {
            let slug = Slug::parse(slug).expect("a slug");
            articles::withdraw(app, &OPERATOR, vec![slug]).await.expect("withdrawn");
        }
        Status::Draft => panic!("an import makes drafts"),
    }
}
