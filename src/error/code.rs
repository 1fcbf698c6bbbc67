//! The error codes. They are part of the public contract: clients choose their words by them.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! error_codes {
    ($($code:ident = $text:literal,)*) => {
        /// Stable code of an error, in `snake_case` wherever it leaves the process.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
        pub enum ErrorCode {
            $(#[serde(rename = $text)] $code,)*
        }

        impl ErrorCode {
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$code => $text,)*
                }
            }
        }
    };
}

error_codes! {
    AddressInUse = "address_in_use",
    AdminRestrictedOperation = "admin_restricted_operation",
    AlreadySubscribed = "already_subscribed",
    BackupUnreadable = "backup_unreadable",
    BackupUnsound = "backup_unsound",
    BadRequest = "bad_request",
    CampaignExists = "campaign_exists",
    CampaignNotFound = "campaign_not_found",
    CampaignOver = "campaign_over",
    CaptchaCheckFailed = "captcha_check_failed",
    ChangedMeanwhile = "changed_meanwhile",
    CodeExpired = "code_expired",
    CommonPassword = "common_password",
    Config = "config",
    CredentialAlreadyInUse = "credential_already_in_use",
    DataDir = "data_dir",
    DifferentDevice = "different_device",
    DigestExists = "digest_exists",
    DraftRejected = "draft_rejected",
    DraftScheduled = "draft_scheduled",
    EmailAlreadyInUse = "email_already_in_use",
    EmailNotShared = "email_not_shared",
    EmptyFolder = "empty_folder",
    ExpiredActionCode = "expired_action_code",
    FetchFailed = "fetch_failed",
    FetchRefused = "fetch_refused",
    FileExists = "file_exists",
    FindingsOpen = "findings_open",
    Forbidden = "forbidden",
    FormatMissing = "format_missing",
    IdTokenExpired = "id_token_expired",
    ImportRunning = "import_running",
    Internal = "internal",
    Invalid = "invalid",
    InvalidActionCode = "invalid_action_code",
    InvalidCampaign = "invalid_campaign",
    InvalidCredential = "invalid_credential",
    InvalidEmail = "invalid_email",
    InvalidIdpResponse = "invalid_idp_response",
    InvalidLink = "invalid_link",
    InvalidList = "invalid_list",
    InvalidMultiFactorSession = "invalid_multi_factor_session",
    InvalidPasskey = "invalid_passkey",
    InvalidPhoneNumber = "invalid_phone_number",
    InvalidRefreshToken = "invalid_refresh_token",
    InvalidSecret = "invalid_secret",
    InvalidUserToken = "invalid_user_token",
    InvalidVerificationCode = "invalid_verification_code",
    InvalidVerificationId = "invalid_verification_id",
    LanguageMissing = "language_missing",
    LastSecondFactor = "last_second_factor",
    LastSignInMethod = "last_sign_in_method",
    LinkExpired = "link_expired",
    ListTooLong = "list_too_long",
    MailNotSent = "mail_not_sent",
    MailboxUnavailable = "mailbox_unavailable",
    MaximumSecondFactorCountExceeded = "maximum_second_factor_count_exceeded",
    MethodNotAllowed = "method_not_allowed",
    MergeConflict = "merge_conflict",
    MissingEmail = "missing_email",
    MissingPassword = "missing_password",
    MissingPhoneNumber = "missing_phone_number",
    MissingRefreshToken = "missing_refresh_token",
    MissingVerificationCode = "missing_verification_code",
    ModelAnswer = "model_answer",
    ModelUnavailable = "model_unavailable",
    MultiFactorInfoNotFound = "multi_factor_info_not_found",
    NameMissing = "name_missing",
    NoMails = "no_mails",
    NoModel = "no_model",
    NoRecipients = "no_recipients",
    NoStore = "no_store",
    NoSuchProvider = "no_such_provider",
    NoUi = "no_ui",
    NoTextMessages = "no_text_messages",
    NotADraft = "not_a_draft",
    NotConfirmed = "not_confirmed",
    NotFound = "not_found",
    NotRetriable = "not_retriable",
    OperationNotAllowed = "operation_not_allowed",
    OutcomeUnknown = "outcome_unknown",
    PasskeyCredentialNotFound = "passkey_credential_not_found",
    PayloadTooLarge = "payload_too_large",
    PasswordTooLong = "password_too_long",
    PersonalPassword = "personal_password",
    ProofRequired = "proof_required",
    ProviderAlreadyLinked = "provider_already_linked",
    ProviderUnavailable = "provider_unavailable",
    QuotaExceeded = "quota_exceeded",
    ReadFailed = "read_failed",
    RequiresRecentLogin = "requires_recent_login",
    ReviewerMissing = "reviewer_missing",
    SecondFactorAlreadyInUse = "second_factor_already_in_use",
    SecondFactorRequired = "second_factor_required",
    SessionExpired = "session_expired",
    Socket = "socket",
    SocketPath = "socket_path",
    StoreDamaged = "store_damaged",
    StoreIo = "store_io",
    StoreLocked = "store_locked",
    StoreNewer = "store_newer",
    SubscriptionNotFound = "subscription_not_found",
    Timeout = "timeout",
    TokenCeiling = "token_ceiling",
    TokenExpired = "token_expired",
    TooManyFollows = "too_many_follows",
    TooManyIdentities = "too_many_identities",
    TooManyPasskeys = "too_many_passkeys",
    TooManyRequests = "too_many_requests",
    UiBundle = "ui_bundle",
    UnauthorizedContinueUri = "unauthorized_continue_uri",
    Unavailable = "unavailable",
    Unchanged = "unchanged",
    Unreadable = "unreadable",
    UnreadableFile = "unreadable_file",
    UnsupportedFirstFactor = "unsupported_first_factor",
    UnsupportedMediaType = "unsupported_media_type",
    UnverifiedEmail = "unverified_email",
    Unwritable = "unwritable",
    Usage = "usage",
    UserCancelled = "user_cancelled",
    UserDisabled = "user_disabled",
    UserMismatch = "user_mismatch",
    UserNotFound = "user_not_found",
    VersionMismatch = "version_mismatch",
    WeakPassword = "weak_password",
    WrongPassword = "wrong_password",
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
