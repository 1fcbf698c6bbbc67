//! The limited actions and their quotas.

/// Allows `count` uses at once, regained evenly over the period.
#[derive(Debug, Clone, Copy)]
pub(super) struct Quota {
    pub count: u32,
    pub period_secs: u32,
}

const fn quota(count: u32, period_secs: u32) -> Quota {
    Quota { count, period_secs }
}

/// A limited action and the key by which its uses are counted. A count in a variant comes from the configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Limit {
    /// Looking up the sign-in methods of an address, by network.
    LookUp,
    /// The same without a proof of work, by network.
    FreeLookUp,
    /// New accounts per hour, by network.
    SignUp(u32),
    /// New guests per hour, by network.
    Guest(u32),
    /// Wrong passwords, by network.
    WrongPassword,
    /// Wrong codes of second factors, by account.
    WrongFactorCode,
    /// Wrong proofs of second factors that the owner gets no mail about, by account.
    UnreportedFactorProof,
    /// Mails about wrong proofs of second factors, by account.
    FactorWarning,
    /// Account mails, by mailbox.
    MailToAddress,
    /// Requests to confirm a subscription, by mailbox.
    AskToConfirm,
    /// Account mails, by network.
    MailFromNetwork,
    /// Checking and applying action codes, by network.
    ActionCode,
    /// Visits to an identity provider, by network.
    ProviderStart,
    /// Returns from an identity provider, by network; each writes a record, even a forged one.
    ProviderCallback,
    /// Started passkey ceremonies, by network; each writes a record.
    PasskeyCeremony,
    /// Text messages, by telephone number and who asks for them.
    TextToNumber,
    /// Text messages that strangers ask for, by telephone number.
    TextByStrangers,
    /// Text messages, by network.
    TextFromNetwork,
    /// All text messages per hour, by one common key.
    Texts(u32),
    /// Captchas that are issued or checked, by network.
    Captcha,
    /// Refreshed tokens, by session.
    Refresh,
    /// Likes, bookmarks and follows per minute, by account.
    Mark(u32),
    /// Subscriptions per hour that need no proof of work, by network.
    Subscribe(u32),
    /// Subscriptions per hour with or without a proof of work, by network.
    SubscribeHard(u32),
    /// Batches of analytics events per minute, by network.
    Analytics(u32),
    /// Reports of articles per hour, by network.
    Report(u32),
    /// Uses of mailed links per minute, by network.
    MailedLink(u32),
    /// Estimates of how many articles a follow would bring, by network.
    FollowVolume,
    /// Lists and calendars of what an account follows, by account and by secret of a calendar.
    OwnDeadlines,
    /// PDF files per minute, by network.
    FetchPdf(u32),
}

const MINUTE: u32 = 60;
const HOUR: u32 = 60 * MINUTE;
const DAY: u32 = 24 * HOUR;

impl Limit {
    /// Whether the processes on one database count the uses together: what can be guessed, mailed or texted, by account,
    /// mailbox or number. Limits by network count in the memory of each process.
    pub fn is_shared(self) -> bool {
        matches!(
            self,
            Self::MailToAddress
                | Self::AskToConfirm
                | Self::TextToNumber
                | Self::TextByStrangers
                | Self::Texts(_)
                | Self::WrongFactorCode
                | Self::UnreportedFactorProof
                | Self::FactorWarning
        )
    }

    /// The name of a shared limit in its rows.
    pub fn name(self) -> &'static str {
        match self {
            Self::MailToAddress => "mail",
            Self::AskToConfirm => "confirmation",
            Self::TextToNumber => "text",
            Self::TextByStrangers => "text by strangers",
            Self::Texts(_) => "texts",
            Self::WrongFactorCode => "wrong code",
            Self::UnreportedFactorProof => "unreported proof",
            Self::FactorWarning => "warning",
            _ => "local",
        }
    }

    /// Seconds between two uses by the same key, as far as a quota of one use requires them.
    pub fn pause_secs(self) -> u32 {
        let pauses = self.quotas().into_iter().flatten().filter(|quota| quota.count == 1);
        pauses.map(|quota| quota.period_secs).max().unwrap_or_default()
    }

    /// The quotas; all of them apply.
    pub(super) fn quotas(self) -> [Option<Quota>; 3] {
        let one = |count, period| [Some(quota(count, period)), None, None];
        match self {
            Self::LookUp => [Some(quota(10, MINUTE)), Some(quota(60, HOUR)), None],
            Self::FreeLookUp => one(4, MINUTE),
            Self::TextToNumber => [Some(quota(1, 15)), Some(quota(3, 10 * MINUTE)), Some(quota(6, DAY))],
            Self::TextByStrangers => [Some(quota(10, HOUR)), Some(quota(20, DAY)), None],
            Self::TextFromNetwork => one(5, HOUR),
            Self::AskToConfirm => one(4, DAY),
            Self::MailToAddress => [Some(quota(1, MINUTE)), Some(quota(5, HOUR)), Some(quota(10, DAY))],
            Self::WrongPassword => one(20, 10 * MINUTE),
            // Three codes in a million are valid, so that a year of guessing succeeds with a probability of 5 %.
            Self::WrongFactorCode => one(50, DAY),
            Self::UnreportedFactorProof => one(4, DAY),
            Self::FactorWarning => one(1, DAY),
            Self::MailFromNetwork => one(20, HOUR),
            Self::ActionCode => one(20, MINUTE),
            Self::ProviderStart | Self::PasskeyCeremony | Self::Refresh | Self::Captcha => one(30, MINUTE),
            Self::ProviderCallback | Self::FollowVolume | Self::OwnDeadlines => one(60, MINUTE),
            Self::SignUp(count)
            | Self::Guest(count)
            | Self::Subscribe(count)
            | Self::SubscribeHard(count)
            | Self::Texts(count)
            | Self::Report(count) => one(count, HOUR),
            Self::Mark(count) | Self::Analytics(count) | Self::MailedLink(count) | Self::FetchPdf(count) => {
                one(count, MINUTE)
            }
        }
    }
}
