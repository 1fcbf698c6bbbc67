/** The answer to a reader who begins to add an authenticator app. */
export const startedFactor = {
  session_info: 'sealed',
  secret: 'GEZDGNBVGY3TQOJQ',
  otpauth_url: 'otpauth://totp/Paragraf:ana?secret=GEZDGNBVGY3TQOJQ',
  digits: 6,
  algorithm: 'SHA1',
  period_secs: 30,
  finalize_before: '2026-11-21T09:10:00Z',
};
