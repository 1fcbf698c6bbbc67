import { fieldErrors, trimmed } from '../fields.ts';
import type { Flow, Step } from '../model.ts';
import { isDeed, withErrors, withInfoBar } from '../page-steps.ts';
import { startPage } from './start.ts';

/** The page that requests a reset mail, with a message from the page before. */
export function recovery(email: string, message?: string): Step {
  return { page: { id: 'passwordRecovery', email, ...(message && { infoBar: message }) } };
}

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
  // A network failure says nothing about the address, so it is not shown at the field.
  return ['network_request_failed', 'timeout'].includes(happening.code)
    ? withInfoBar(page, happening.code)
    : withErrors(page, { email: happening.code });
};

/** Pages that say where to look, and end there. */
export const mailSent: Flow = (page, happening, context) => {
  if (page.id !== 'passwordRecoveryEmailSent' && page.id !== 'checkYourEmail') return undefined;
  return isDeed(happening, 'done') ? startPage(context) : undefined;
};
