//! Test support: servers, accounts, articles, external programs and services, waiting, faulty disks.

pub mod accounts;
pub mod app;
pub mod articles;
pub mod authenticator;
pub mod binary;
pub mod desk;
pub mod eventually;
pub mod faulty_disk;
pub mod gazette_issue;
pub mod html;
pub mod http2;
pub mod install;
pub mod new_law;
pub mod pdf;
pub mod portal_page;
pub mod provider;
pub mod python;
pub mod saml_provider;
pub mod saved_searches;
pub mod stand_in_gazette;
pub mod stand_in_hook;
pub mod stand_in_model;
pub mod stand_in_oauth2;
pub mod stand_in_portal;
pub mod stand_in_sms;
pub mod tls_site;
