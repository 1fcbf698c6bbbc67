import { ApiError } from '../../api/api-error.ts';
import {
  applyCode,
  checkCode,
  type Guest,
  linkDevice,
  resetPassword,
  sendMail,
  sendPhoneCode,
  signInAsGuest,
  signInMethods,
  signInWithLink,
  signInWithPassword,
  signInWithPhone,
  signUp,
} from '../../api/auth.ts';
import type { SignInAnswer } from '../../api/auth-types.ts';
import { finishPasskeySignIn, signInWithPasskey } from '../../api/passkeys.ts';
import { guestToken, guestUid } from '../../api/session.ts';
import { silentToken } from '../../parts/phone/captcha.ts';
import { pause } from '../../task.ts';
import { type Config, emailOption, readConfig } from './config.ts';
import { optionsFor, settingsOf } from './config-tenants.ts';
import type { Answer, PageRequest } from './model.ts';
import { requestFromProvider } from './provider-requests.ts';
import { requestSecondFactor } from './second-factor-requests.ts';
import { linkTarget, redirectUrl } from './url.ts';
import { widgetLanguage } from './widget-language.ts';

export type ServerRequest = Exclude<PageRequest, { kind: 'finish' }>;

/* The session of the guest that becomes the account, if the host's option says so. */
async function upgradingGuest(config: Config): Promise<Guest | undefined> {
  const bearer = config.autoUpgradeAnonymousUsers ? await guestToken() : null;
  return bearer === null ? undefined : { bearer };
}

/** Makes the request of a flow. Mails use the language on the screen. */
export async function sendRequest(
  what: ServerRequest,
  config: Config,
  signal: AbortSignal,
): Promise<Answer> {
  const { persistence } = config;
  const lang = widgetLanguage(config);
  switch (what.kind) {
    case 'methods':
      return { to: 'methods', ...(await signInMethods(what.email, signal)) };
    case 'signIn': {
      const { email, password } = what;
      const body = { email, password, persistence };
      return entered(await signInWithPassword(body, signal, await upgradingGuest(config)));
    }
    case 'guest': {
      const session = await signInAsGuest({ persistence, lang }, signal);
      return { to: 'session', session, providerId: 'anonymous' };
    }
    case 'passkey': {
      const session = await signInWithPasskey(persistence, signal, await upgradingGuest(config));
      return { to: 'session', session, providerId: 'passkey' };
    }
    case 'passkeyAnswer': {
      const guest = await upgradingGuest(config);
      const session = await finishPasskeySignIn(what.answer, persistence, signal, guest);
      return { to: 'session', session, providerId: 'passkey' };
    }
    case 'signUp':
      return requestSignUp(what, config, signal);
    case 'sendReset':
      await sendMail({ kind: 'password_reset', email: what.email, lang }, signal);
      return { to: 'sent' };
    case 'sendLink':
      return requestLink(what, config, signal);
    case 'device':
      return requestDevice(what, config, signal);
    case 'check':
      return { to: 'check', checked: await checkCode(what.code, signal) };
    case 'apply':
      return { to: 'apply', checked: await applyCode(what.code, signal) };
    case 'resetPassword':
      await resetPassword({ code: what.code, new_password: what.password }, signal);
      return { to: 'resetPassword' };
    case 'signInByLink': {
      const { email, code, uiSid } = what;
      const body = { email, code, persistence, lang, ...(uiSid && { ui_sid: uiSid }) };
      return entered(await signInWithLink(body, signal, await upgradingGuest(config)));
    }
    case 'secondFactor':
    case 'passkeyFactor':
    case 'recoveryCode':
    case 'sendFactorCode':
      return requestSecondFactor(what, config, signal);
    case 'tenant':
      return { to: 'tenant', config: await configOfTenant(what, config, signal) };
    case 'sendCode': {
      const { country, number: phone } = what;
      const captcha = what.captcha ?? (await silentToken(config.captcha, signal));
      const sent = await sendPhoneCode({ phone, country, captcha, lang }, signal);
      return { to: 'codeSent', sessionInfo: sent.session_info, number: sent.phone };
    }
    case 'signInByPhone': {
      const body = { session_info: what.sessionInfo, code: what.code, persistence, lang };
      return entered(await signInWithPhone(body, signal, await upgradingGuest(config)), 'phone');
    }
    case 'wait':
      await pause(what.ms, signal);
      return { to: 'wait' };
    default:
      return requestFromProvider(what, config, signal);
  }
}

/* A session, or the second factors that must follow. */
function entered(answer: SignInAnswer, providerId?: string): Answer {
  const by = providerId !== undefined && { providerId };
  return 'status' in answer
    ? { to: 'secondFactor', second: { required: answer, ...by } }
    : { to: 'session', session: answer, ...by };
}

/* The settings of the chosen tenant; an address that chose it limits its options. */
async function configOfTenant(
  { tenantId, email }: Extract<ServerRequest, { kind: 'tenant' }>,
  config: Config,
  signal: AbortSignal,
): Promise<Config> {
  const settings = settingsOf(config, tenantId);
  if (!settings) throw new ApiError(0, 'invalid_tenant_id', 'There are no settings for it.');
  const loaded = await config.loadTenant?.(tenantId, signal);
  const chosen = readConfig({ ...loaded, ...settings, tenants: {} }, config);
  if (email === undefined) return chosen;
  return { ...chosen, signInOptions: optionsFor(chosen.signInOptions, email) };
}

async function requestLink(
  { email, pending }: Extract<ServerRequest, { kind: 'sendLink' }>,
  config: Config,
  signal: AbortSignal,
): Promise<Answer> {
  const onward = redirectUrl(config) ?? linkTarget(config);
  const body = {
    kind: 'email_sign_in' as const,
    email,
    lang: widgetLanguage(config),
    ...(onward !== undefined && { continue_url: onward }),
    ...(pending && { transaction: pending.handle }),
    ...(emailOption(config)?.forceSameDevice && { force_same_device: true }),
  };
  await sendMail(body, signal, await upgradingGuest(config));
  return { to: 'sent' };
}

/* Whether this browser requested the link, and which guest uses it now. */
async function requestDevice(
  { uiSid }: Extract<ServerRequest, { kind: 'device' }>,
  config: Config,
  signal: AbortSignal,
): Promise<Answer> {
  const { same_device, email, transaction } = await linkDevice(uiSid, signal);
  const known = { ...(email && { email }), ...(transaction && { transaction }) };
  // Restores the session of a guest, if there is one.
  await upgradingGuest(config);
  const guest = guestUid();
  const asGuest = guest !== undefined && { guest };
  return { to: 'device', sameDevice: same_device, ...known, ...asGuest };
}

async function requestSignUp(
  { email, password, name }: Extract<ServerRequest, { kind: 'signUp' }>,
  config: Config,
  signal: AbortSignal,
): Promise<Answer> {
  const body = {
    email,
    password,
    ...(name !== undefined && { display_name: name }),
    persistence: config.persistence,
    lang: widgetLanguage(config),
  };
  const answer = await signUp(body, signal, await upgradingGuest(config));
  return 'status' in answer ? { to: 'checkEmail' } : { to: 'session', session: answer };
}
