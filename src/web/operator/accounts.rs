//! The accounts.

use std::sync::Arc;

use axum::extract::State;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::rows::{Offset, PageRows};
use crate::domain::Role;
use crate::ops::accounts::admin::{self, AccountFilter, AccountSummary};
use crate::web::bearer::OperatorBearer;
use crate::web::error::Result;
use crate::web::json::json;
use crate::web::query::{Query, query};
use crate::web::state::Web;

query! {
    /// The choice of accounts.
    pub(in crate::web) struct AccountParameters {
        /// Only accounts with this text in the uid, address, number or name
        q: Option<String>,
        /// Only accounts with this role: `reader`, `editor` or `operator`
        role: Option<Role>,
        /// Accounts before the page
        offset: Option<Offset>,
    }
}

/// A page of the accounts.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::web) struct AccountPageDto {
    /// Newest first.
    accounts: Vec<AccountRowDto>,
    /// Whether there are older ones.
    more: bool,
}

/// An account, as the operator sees it.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::web) struct AccountRowDto {
    uid: String,
    /// Absent for the default tenant.
    #[serde(skip_serializing_if = "Option::is_none")]
    tenant: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    email_verified: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    phone: Option<String>,
    is_guest: bool,
    display_name: String,
    /// `reader`, `editor` or `operator`.
    role: &'static str,
    disabled: bool,
    created_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_login_at: Option<Timestamp>,
}

/// Lists the accounts, newest first.
#[utoipa::path(get, path = "", tag = "operator", operation_id = "listAccounts", responses(
    (status = 200, description = "The accounts of the page", body = AccountPageDto),
))]
pub(in crate::web) async fn list(
    State(web): State<Arc<Web>>,
    OperatorBearer(actor): OperatorBearer,
    Query(AccountParameters { q, role, offset }): Query<AccountParameters>,
) -> Result {
    let containing = q.map(|text| text.trim().to_lowercase());
    let filter = AccountFilter { role, containing, ..AccountFilter::default() };
    let page = PageRows::new(offset.unwrap_or_default());
    let take = page.taker(|account: AccountSummary| Some(AccountRowDto::from(account)));
    admin::list(&web.app, &actor, filter, take).await?;
    let (accounts, more) = page.finish();
    json(&AccountPageDto { accounts, more })
}

impl From<AccountSummary> for AccountRowDto {
    fn from(account: AccountSummary) -> Self {
        let AccountSummary { uid, tenant, email, email_verified, phone, is_guest, display_name, role, .. } = account;
        Self {
            uid: uid.to_string(),
            tenant: Some(tenant).filter(|tenant| !tenant.is_default()).map(|tenant| tenant.to_string()),
            email: email.map(|email| email.as_str().to_owned()),
            email_verified,
            phone: phone.map(|phone| phone.as_str().to_owned()),
            is_guest,
            display_name,
            role: role.as_str(),
            disabled: account.disabled,
            created_at: account.created_at,
            last_login_at: account.last_login_at,
        }
    }
}
