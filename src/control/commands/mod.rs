//! All commands; each is a type whose `run` is one call into `ops`.

pub mod accounts;
pub mod articles;
pub mod backup;
pub mod bounces;
pub mod campaigns;
pub mod concerns;
pub mod desk;
pub mod digests;
pub mod doctor;
pub mod duties;
pub mod explain;
pub mod figures;
pub mod import;
pub mod mail;
pub mod maintenance;
pub mod overviews;
pub mod people;
pub mod reports;
pub mod sources;
pub mod stats;
pub mod status;
pub mod subscribers;
pub mod topics;
pub mod upgrade;

use super::handler::Handlers;

/// Adds the handlers of all commands.
pub(super) fn register(handlers: Handlers) -> Handlers {
    handlers
        .add::<import::Import>()
        .add::<sources::ImportPortal>()
        .add::<sources::ImportForms>()
        .add::<sources::FetchForms>()
        .add::<sources::ListForms>()
        .add::<sources::ImportGazette>()
        .add::<sources::ImportEurlex>()
        .add::<sources::ListActs>()
        .add::<sources::ShowAct>()
        .add::<sources::GetSourceText>()
        .add::<sources::GetCoverage>()
        .add::<articles::ListArticles>()
        .add::<articles::ShowArticle>()
        .add::<articles::WithdrawArticles>()
        .add::<articles::RemoveArticles>()
        .add::<articles::ExportArticles>()
        .add::<explain::Explain>()
        .add::<desk::ShowDraft>()
        .add::<desk::SaveArticle>()
        .add::<desk::PublishArticles>()
        .add::<desk::RejectDraftArticle>()
        .add::<desk::ReopenDraft>()
        .add::<topics::ListTopics>()
        .add::<duties::ListDuties>()
        .add::<duties::ImportDuties>()
        .add::<figures::ListFigures>()
        .add::<figures::ImportFigures>()
        .add::<figures::ConfirmFigure>()
        .add::<figures::CheckFigures>()
        .add::<concerns::AskConcerns>()
        .add::<topics::SetTopic>()
        .add::<overviews::ListOverviews>()
        .add::<overviews::MakeOverviews>()
        .add::<overviews::PublishMonthlyOverview>()
        .add::<overviews::RejectOverview>()
        .add::<overviews::ReopenOverview>()
        .add::<subscribers::ListSubscribers>()
        .add::<subscribers::RemoveSubscribers>()
        .add::<subscribers::ExportSubscribers>()
        .add::<subscribers::ImportSubscribers>()
        .add::<reports::ListReports>()
        .add::<reports::ShowReport>()
        .add::<reports::CloseReport>()
        .add::<accounts::ListAccounts>()
        .add::<accounts::ShowAccount>()
        .add::<accounts::ListFailures>()
        .add::<accounts::SetDisabled>()
        .add::<accounts::SetRole>()
        .add::<accounts::SetClaims>()
        .add::<accounts::RevokeSessions>()
        .add::<accounts::CountSessions>()
        .add::<accounts::RevokeAllSessions>()
        .add::<accounts::OfferFirstOperator>()
        .add::<accounts::RenewKeys>()
        .add::<accounts::RemoveAccount>()
        .add::<accounts::RemoveSecondFactors>()
        .add::<accounts::ResetPassword>()
        .add::<people::ShowPerson>()
        .add::<people::ExportPerson>()
        .add::<people::ErasePerson>()
        .add::<mail::ListOutbox>()
        .add::<mail::PreviewMails>()
        .add::<mail::SendTestMail>()
        .add::<campaigns::PlanCampaign>()
        .add::<campaigns::CreateCampaign>()
        .add::<campaigns::FollowCampaign>()
        .add::<campaigns::ChangeCampaign>()
        .add::<campaigns::RetryMails>()
        .add::<campaigns::GetMailStatus>()
        .add::<campaigns::GetCampaign>()
        .add::<campaigns::PreviewCampaign>()
        .add::<campaigns::TestCampaign>()
        .add::<digests::PlanDigest>()
        .add::<digests::MakeDigest>()
        .add::<bounces::ProcessBounces>()
        .add::<bounces::ListSuppressions>()
        .add::<bounces::AddSuppressions>()
        .add::<bounces::RemoveSuppressions>()
        .add::<backup::CreateBackup>()
        .add::<backup::ListBackups>()
        .add::<backup::RemoveBackup>()
        .add::<stats::GetStats>()
        .add::<status::GetStatus>()
        .add::<doctor::ExamineServer>()
        .add::<doctor::TryAlarm>()
        .add::<maintenance::BeginMaintenance>()
        .add::<maintenance::EndMaintenance>()
        .add::<upgrade::KeepStore>()
        .add::<upgrade::CopyStore>()
}
