//! What conditions are compared with today.

use std::sync::Arc;

use crate::app::App;
use crate::domain::concern::DayFigures;

/// Returns the figures of the law and the rate of the euro, of today.
pub(in crate::ops) fn figures_of_today(app: &App) -> DayFigures {
    let (today, snapshot) = (app.clock.today(), app.catalogue.snapshot());
    DayFigures::new(Arc::clone(snapshot.figures()), today, app.config.concerns.rate_on(today))
}
