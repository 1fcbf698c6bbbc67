//! The backups and their trial restores.

use std::sync::Arc;

use axum::extract::State;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::ops::backup::{self, Backup, BackupProof, ProofOutcome};
use crate::web::bearer::OperatorBearer;
use crate::web::error::Result;
use crate::web::json::json;
use crate::web::state::Web;

/// A backup in the server's folder.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::web) struct BackupDto {
    name: String,
    size_bytes: u64,
    created_at: Timestamp,
    /// When the storage had the same bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    uploaded_at: Option<Timestamp>,
    /// Its trial restore; absent if this server did not make it.
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<BackupProofDto>,
}

/// The result of restoring a backup on trial.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::web) struct BackupProofDto {
    /// `proved`, `failed` or `untried`.
    #[schema(value_type = String)]
    outcome: ProofOutcome,
    at: Timestamp,
    millis: u64,
    /// Rows that were counted, and articles that were compared.
    rows: u64,
    articles: u64,
    /// Why it failed or could not be tried, in English.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

/// Lists the backups in the server's folder, newest first.
#[utoipa::path(get, path = "", tag = "operator", operation_id = "listBackups", responses(
    (status = 200, description = "The backups", body = Vec<BackupDto>),
))]
pub(in crate::web) async fn list(State(web): State<Arc<Web>>, OperatorBearer(actor): OperatorBearer) -> Result {
    let found = backup::list(&web.app, &actor).await?;
    json(&found.into_iter().map(BackupDto::from).collect::<Vec<_>>())
}

impl From<Backup> for BackupDto {
    fn from(backup: Backup) -> Self {
        let Backup { name, size_bytes, created_at, uploaded_at, proof, .. } = backup;
        Self { name, size_bytes, created_at, uploaded_at, proof: proof.map(BackupProofDto::from) }
    }
}

impl From<BackupProof> for BackupProofDto {
    fn from(proof: BackupProof) -> Self {
        let BackupProof { outcome, at, millis, rows, articles, problem } = proof;
        Self { outcome, at, millis, rows, articles, problem }
    }
}
