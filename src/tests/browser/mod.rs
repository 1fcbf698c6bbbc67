//! Tests in the browser: the UI's own checks, and the journeys. They take longest; as tests start in the order of
//! their names, they start early.

mod checks;
mod journeys;
