//! The public door, tried from outside through real sockets.

mod access;
mod analytics;
mod articles;
mod conditional;
mod errors;
mod fetch_pdf;
mod filters;
mod hostile;
mod limits;
mod openapi;
mod paging;
mod proof;
mod shell;
mod site;
mod subscribe;
