import { ApiError } from '../../api/api-error.ts';
import {
  applyCode,
  checkCode,
  linkDevice,
  resetPassword,
  sendMail,
  signInMethods,
  signInWithLink,
  signInWithPassword,
  signUp,
} from '../../api/auth.ts';
import { currentLanguage } from '../../i18n/setup.ts';
import { type Config, configured } from './config.ts';
import type { ProviderOutcome } from './config-types.ts';
import type { Answer, PageRequest } from './model.ts';

type ServerRequest = Exclude<PageRequest, { kind: 'finish' }>;

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });
}

/** Makes the request that a flow wants. Mails use the language on the screen. */
export async function sendRequest(
  what: ServerRequest,
  config: Config,
  signal: AbortSignal,
): Promise<Answer> {
  const { persistence } = config;
  const lang = config.uiLanguage ?? currentLanguage();
  switch (what.kind) {
    case 'methods':
      return { to: 'methods', methods: (await signInMethods(what.email, signal)).methods };
    case 'signIn': {
      const { email, password } = what;
      const session = await signInWithPassword({ email, password, persistence }, signal);
      return { to: 'session', session };
    }
    case 'signUp':
      return requestSignUp(what, config, signal);
    case 'sendReset':
      await sendMail({ kind: 'password_reset', email: what.email, lang }, signal);
      return { to: 'sent' };
    case 'sendLink':
      await sendMail({ kind: 'email_sign_in', email: what.email, lang }, signal);
      return { to: 'sent' };
    case 'device': {
      const { same_device, email } = await linkDevice(what.uiSid, signal);
      return { to: 'device', sameDevice: same_device, ...(email && { email }) };
    }
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
      const session = await signInWithLink(body, signal);
      return { to: 'session', session };
    }
    case 'wait':
      await pause(what.ms, signal);
      return { to: 'wait' };
    default:
      return requestFromProvider(what, config, signal);
  }
}

async function requestSignUp(
  { email, password, name }: Extract<ServerRequest, { kind: 'signUp' }>,
  { persistence, uiLanguage }: Config,
  signal: AbortSignal,
): Promise<Answer> {
  const body = {
    email,
    password,
    ...(name !== undefined && { display_name: name }),
    persistence,
    lang: uiLanguage ?? currentLanguage(),
  };
  const answer = await signUp(body, signal);
  return 'status' in answer ? { to: 'checkEmail' } : { to: 'session', session: answer };
}

type Provider = Extract<ServerRequest, { kind: 'provider' | 'providerResult' | 'linkPending' }>;

async function requestFromProvider(
  what: Provider,
  config: Config,
  signal: AbortSignal,
): Promise<Answer> {
  const client = config.providers;
  if (what.kind === 'linkPending') {
    const session = (await client?.link(what.pending, what.session, signal)) ?? what.session;
    return { to: 'session', session, providerId: what.pending.provider };
  }
  if (!client) throw noWay();
  if (what.kind === 'providerResult') {
    return toAnswer(await client.result(what.transaction, what.acceptsMismatch, signal));
  }
  const option = configured(config, what.provider);
  if (!option) throw noWay();
  const { email: loginHint, expected, provider } = what;
  const visit = { flow: config.signInFlow, ...(loginHint && { loginHint }) };
  const outcome = await client.open(option, { ...visit, ...(expected && { expected }) }, signal);
  return toAnswer(outcome, provider);
}

function noWay(): ApiError {
  return new ApiError(0, 'operation_not_allowed', 'No way to this provider is set up.');
}

function toAnswer(outcome: ProviderOutcome, provider = 'password'): Answer {
  switch (outcome.kind) {
    case 'linking':
      return { to: 'linking', pending: outcome.pending };
    case 'mismatch':
      return { to: 'mismatch', mismatch: outcome.mismatch };
    default: {
      const { session, provider: providerId = provider } = outcome;
      return { to: 'session', session, providerId };
    }
  }
}
