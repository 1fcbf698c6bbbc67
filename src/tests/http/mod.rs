//! The public HTTP server, called through real sockets.

mod access;
mod analytics;
mod articles;
mod auth;
mod campaigns;
mod conditional;
mod connections;
mod errors;
mod feeds;
mod fetch_pdf;
mod filters;
mod hostile;
mod legal;
mod limits;
mod metrics;
mod og;
mod openapi;
mod page_snapshots;
mod pages;
mod paging;
mod proof;
mod readers;
mod shell;
mod site;
mod sitemap;
mod subscribe;
pub mod subscriptions;
