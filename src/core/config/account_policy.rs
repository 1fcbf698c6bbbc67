//! The policy of accounts: the settings, completed by the security profile.

use jiff::SignedDuration;

use super::accounts::{AccountsConfig, AutoLink, EmailPrivacy, SecurityProfile, VerifyEmail};
use super::second_factor_policy::SecondFactorPolicy;

/// The rules in force: the settings, completed by the security profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccountPolicy {
    pub security_profile: SecurityProfile,
    pub email_privacy: EmailPrivacy,
    /// Minimum length of a password, in characters.
    pub password_min: usize,
    pub access_token: SignedDuration,
    /// A session ends when it is unused for this long.
    pub session_idle: SignedDuration,
    /// A session ends this long after it started.
    pub session_life: SignedDuration,
    pub link_ttl: SignedDuration,
    pub reset_ttl: SignedDuration,
    pub verify_ttl: SignedDuration,
    pub recover_ttl: SignedDuration,
    pub verify_email: VerifyEmail,
    pub auto_link: AutoLink,
    /// Whether a sign-in from a new device is announced by mail.
    pub notify_new_device: bool,
    pub second_factor: SecondFactorPolicy,
}

impl AccountPolicy {
    /// Whether responses hide that an address has an account.
    pub fn is_protected(&self) -> bool {
        self.email_privacy == EmailPrivacy::Protected
    }
}

const DAY_HOURS: i64 = 24;

fn defaults(profile: SecurityProfile) -> AccountPolicy {
    let (secs, days) = (SignedDuration::from_secs, |days| SignedDuration::from_hours(DAY_HOURS * days));
    let balanced = AccountPolicy {
        security_profile: SecurityProfile::Balanced,
        email_privacy: EmailPrivacy::Compat,
        password_min: 8,
        access_token: secs(900),
        session_idle: days(30),
        session_life: days(90),
        link_ttl: secs(600),
        reset_ttl: secs(1800),
        verify_ttl: days(1),
        recover_ttl: days(7),
        verify_email: VerifyEmail::Soft,
        auto_link: AutoLink::Confirm,
        notify_new_device: true,
        second_factor: SecondFactorPolicy::Optional,
    };
    match profile {
        SecurityProfile::Balanced => balanced,
        SecurityProfile::Seed => AccountPolicy {
            security_profile: SecurityProfile::Seed,
            password_min: 6,
            access_token: secs(3600),
            session_idle: days(90),
            // Practically unlimited: no browser keeps a cookie for ten years.
            session_life: days(3650),
            link_ttl: secs(3600),
            reset_ttl: secs(3600),
            verify_email: VerifyEmail::Off,
            auto_link: AutoLink::On,
            notify_new_device: false,
            second_factor: SecondFactorPolicy::Off,
            ..balanced
        },
        SecurityProfile::Strict => AccountPolicy {
            security_profile: SecurityProfile::Strict,
            email_privacy: EmailPrivacy::Protected,
            password_min: 15,
            access_token: secs(600),
            session_idle: days(7),
            session_life: days(30),
            reset_ttl: secs(600),
            verify_ttl: secs(3600),
            verify_email: VerifyEmail::Hard,
            second_factor: SecondFactorPolicy::Editors,
            ..balanced
        },
    }
}

impl AccountsConfig {
    pub fn policy(&self) -> AccountPolicy {
        let mut policy = defaults(self.security_profile);
        let set = |place: &mut SignedDuration, secs: u64| {
            if secs > 0 {
                *place = SignedDuration::from_secs(i64::try_from(secs).unwrap_or(i64::MAX));
            }
        };
        set(&mut policy.access_token, self.access_token_secs);
        set(&mut policy.link_ttl, self.link_ttl_secs);
        set(&mut policy.reset_ttl, self.reset_ttl_secs);
        if self.password_min > 0 {
            policy.password_min = usize::try_from(self.password_min).unwrap_or(usize::MAX);
        }
        policy.email_privacy = self.email_privacy.unwrap_or(policy.email_privacy);
        policy.verify_email = self.verify_email.unwrap_or(policy.verify_email);
        policy.auto_link = self.auto_link_verified.unwrap_or(policy.auto_link);
        policy.second_factor = self.second_factor.unwrap_or(policy.second_factor);
        policy
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_profile_completes_the_settings() {
        let policy = |profile| AccountsConfig { security_profile: profile, ..Default::default() }.policy();
        assert_eq!(policy(SecurityProfile::Seed).password_min, 6);
        assert_eq!(policy(SecurityProfile::Balanced).access_token, SignedDuration::from_secs(900));
        assert!(policy(SecurityProfile::Strict).is_protected());
        let own = AccountsConfig {
            security_profile: SecurityProfile::Strict,
            email_privacy: Some(EmailPrivacy::Compat),
            password_min: 9,
            verify_email: Some(VerifyEmail::Off),
            link_ttl_secs: 61,
            ..Default::default()
        };
        let policy = own.policy();
        assert_eq!((policy.email_privacy, policy.password_min), (EmailPrivacy::Compat, 9));
        assert_eq!((policy.verify_email, policy.link_ttl), (VerifyEmail::Off, SignedDuration::from_secs(61)));
    }

    #[test]
    fn the_lifetimes_of_each_profile_are_those_specified() {
        const MINUTE: i64 = 60;
        const HOUR: i64 = 60 * MINUTE;
        const DAY: i64 = 24 * HOUR;
        let read = |profile| AccountsConfig { security_profile: profile, ..Default::default() }.policy();
        let (seed, balanced, strict) =
            (read(SecurityProfile::Seed), read(SecurityProfile::Balanced), read(SecurityProfile::Strict));
        for (what, lifetime, specified) in [
            ("access token", (|policy| policy.access_token) as Lifetime, [HOUR, 15 * MINUTE, 10 * MINUTE]),
            ("idle session", |policy| policy.session_idle, [90 * DAY, 30 * DAY, 7 * DAY]),
            ("session", |policy| policy.session_life, [3650 * DAY, 90 * DAY, 30 * DAY]),
            ("sign-in link", |policy| policy.link_ttl, [HOUR, 10 * MINUTE, 10 * MINUTE]),
            ("reset link", |policy| policy.reset_ttl, [HOUR, 30 * MINUTE, 10 * MINUTE]),
            ("verification link", |policy| policy.verify_ttl, [DAY, DAY, HOUR]),
            ("recovery link", |policy| policy.recover_ttl, [7 * DAY, 7 * DAY, 7 * DAY]),
        ] {
            let used = [&seed, &balanced, &strict].map(|policy| lifetime(policy).as_secs());
            assert_eq!(used, specified, "{what}");
        }
        assert_eq!([seed.password_min, balanced.password_min, strict.password_min], [6, 8, 15]);
    }

    type Lifetime = fn(&AccountPolicy) -> SignedDuration;
}
