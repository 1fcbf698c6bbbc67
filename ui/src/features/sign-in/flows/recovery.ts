import { fieldErrors, trimmed } from '../fields.ts';
import type { Flow } from '../model.ts';
import { isPress, withErrors, withInfoBar } from '../page-steps.ts';
import { sendLink, startPage } from './entries.ts';

export const passwordRecovery: Flow = (page, event, context) => {
  if (page.id !== 'passwordRecovery') return undefined;
  if (isPress(event, 'cancel')) return startPage(context);
  if (isPress(event, 'emailLink')) {
    const errors = fieldErrors({ email: page.email }, { email: true });
    return errors ? withErrors(page, errors) : sendLink(page.email, 'entry');
  }
  if (event.type === 'submit') {
    const errors = fieldErrors(event.fields, { email: true });
    if (errors) return withErrors(page, errors);
    const email = trimmed(event.fields.email);
    const { attempt = 0 } = page;
    return {
      page: { id: 'passwordRecovery', email, attempt },
      request: { kind: 'sendReset', email },
    };
  }
  if (event.type === 'answer' && event.answer.to === 'sent') {
    return { page: { id: 'passwordRecoveryEmailSent', email: page.email } };
  }
  if (event.type !== 'problem') return undefined;
  // A network failure says nothing about the address, so it is not shown at the field.
  return ['network_request_failed', 'timeout'].includes(event.code)
    ? withInfoBar(page, event.code)
    : withErrors(page, { email: event.code });
};

/** The last pages of a flow, which tell the user to look for the mail. */
export const mailSent: Flow = (page, event, context) => {
  if (page.id !== 'passwordRecoveryEmailSent' && page.id !== 'checkYourEmail') return undefined;
  return isPress(event, 'done') ? startPage(context) : undefined;
};
