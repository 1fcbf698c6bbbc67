import { fieldErrors, trimmed } from '../fields.ts';
import type { Flow, Step } from '../model.ts';
import { isDeed, withErrors, withInfoBar } from '../page-steps.ts';
import { startPage } from './start.ts';

/** The page that asks for a reset mail, with a message handed over by the page before. */
export function recovery(email: string, message?: string): Step {
  return { page: { id: 'passwordRecovery', email, ...(message && { infoBar: message }) } };
}

/** Specification 2.4. */
export const passwordRecovery: Flow = (page, happening, context) => {
  if (page.id !== 'passwordRecovery') return undefined;
  if (isDeed(happening, 'cancel')) return startPage(context);
  if (happening.type === 'submit') {
    const errors = fieldErrors(happening.fields, { email: true });
    if (errors) return withErrors(page, errors);
    const email = trimmed(happening.fields.email);
    const { attempt = 0 } = page;
    return {
      page: { id: 'passwordRecovery', email, attempt },
      ask: { kind: 'sendReset', email },
    };
  }
  if (happening.type === 'answer' && happening.answer.to === 'sent') {
    return { page: { id: 'passwordRecoveryEmailSent', email: page.email } };
  }
  if (happening.type !== 'problem') return undefined;
  // The address has nothing to do with a broken network, so that is not said under it.
  return ['network_request_failed', 'timeout'].includes(happening.code)
    ? withInfoBar(page, happening.code)
    : withErrors(page, { email: happening.code });
};

/** The pages that say where to look, and end there. */
export const mailSent: Flow = (page, happening, context) => {
  if (page.id !== 'passwordRecoveryEmailSent' && page.id !== 'checkYourEmail') return undefined;
  return isDeed(happening, 'done') ? startPage(context) : undefined;
};
