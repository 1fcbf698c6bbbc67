import { finishSecondFactor, sendFactorCode } from '../../api/auth.ts';
import { finishWithPasskey } from '../../api/passkeys.ts';
import { silentToken } from '../../parts/phone/captcha.ts';
import type { Config } from './config-types.ts';
import type { Answer, PageRequest } from './model.ts';
import { widgetLanguage } from './widget-language.ts';

type SecondFactorRequest = Extract<
  PageRequest,
  { kind: 'secondFactor' | 'passkeyFactor' | 'recoveryCode' | 'sendFactorCode' }
>;

/** Makes the requests that complete a sign-in with a second factor. */
export async function requestSecondFactor(
  what: SecondFactorRequest,
  config: Config,
  signal: AbortSignal,
): Promise<Answer> {
  const { credential: pending_credential } = what;
  switch (what.kind) {
    case 'secondFactor': {
      const { factor: factor_id, code, sessionInfo } = what;
      const sent = sessionInfo !== undefined && { session_info: sessionInfo };
      const body = { pending_credential, factor_id, code, ...sent };
      return { to: 'session', session: await finishSecondFactor(body, { signal }) };
    }
    case 'passkeyFactor':
      return { to: 'session', session: await finishWithPasskey(pending_credential, { signal }) };
    case 'recoveryCode': {
      const body = { pending_credential, recovery_code: what.code };
      return { to: 'session', session: await finishSecondFactor(body, { signal }) };
    }
    case 'sendFactorCode': {
      const captcha = what.captcha ?? (await silentToken(config.captcha, signal));
      const lang = widgetLanguage(config);
      const body = { pending_credential, factor_id: what.factor, captcha, lang };
      const sent = await sendFactorCode(body, { signal });
      return { to: 'codeSent', sessionInfo: sent.session_info, number: sent.masked };
    }
  }
}
