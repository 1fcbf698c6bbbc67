//! The pages of the UI bundle filled for a URL: language, head, and the text for readers without JavaScript.
//!
//! [`article`], [`home`], [`screens`] and [`mail`] make a [`Page`], and `head` its head; a [`PageTemplate`] of the
//! bundle has a placeholder for each part.

pub(super) mod act;
mod act_history;
pub(super) mod act_words;
mod address;
pub(super) mod amendments;
pub(super) mod article;
pub(super) mod consent;
pub(super) mod counted;
mod data;
mod deadline_days;
pub(super) mod deadline_words;
pub(super) mod deadlines;
pub(super) mod file;
pub(super) mod foot;
pub(super) mod gazette;
mod head;
pub(super) mod home;
mod icons;
mod in_short;
pub(super) mod insights;
mod kept_words;
pub(super) mod labels;
pub(super) mod law_figures;
pub(super) mod mail;
pub(super) mod mail_words;
pub(super) mod overview;
mod page;
pub(super) mod places;
mod raised;
pub(super) mod screens;
mod site;
pub(super) mod tags;
mod template;
pub(super) mod words;

pub(super) use address::{act_path, address, article_path, image_url, overview_path, topic_path};
pub(super) use page::{LinkPreview, Page};
pub(super) use site::Site;
pub(super) use template::PageTemplate;
pub(super) use words::words;
