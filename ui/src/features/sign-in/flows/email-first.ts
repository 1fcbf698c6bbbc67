import {
  allowsLink,
  allowsPassword,
  configured,
  emailOption,
  isFederated,
  prefersLink,
} from '../config.ts';
import { fieldErrors, trimmed } from '../fields.ts';
import type { Context, Flow, FlowEvent, Step } from '../model.ts';
import { isPress, withErrors, withInfoBar } from '../page-steps.ts';
import type { Page } from '../pages.ts';
import { askForPasskey, emailEntry, recovery, sendLink, startPage, unified } from './entries.ts';

/** The e-mail entry. */
export const emailFirst: Flow = (page, event, context) => {
  if (page.id !== 'signIn') return undefined;
  if (isPress(event, 'cancel')) return startPage(context);
  if (event.type === 'submit') {
    const errors = fieldErrors(event.fields, { email: true });
    if (errors) return withErrors(page, errors);
    const email = trimmed(event.fields.email);
    if (context.config.emailPrivacy === 'protected') return unified(context, email);
    return { page: { id: 'signIn', email }, request: { kind: 'methods', email } };
  }
  return afterLookUp(page.email, page, event, context);
};

/** The same look-up from the blank page. */
export const prefilled: Flow = (page, event, context) => {
  if (page.id !== 'blank' || page.work.kind !== 'methods') return undefined;
  const entry = emailEntry(context, page.work.email).page;
  return afterLookUp(page.work.email, entry, event, context);
};

function afterLookUp(
  email: string,
  entry: Page,
  event: FlowEvent,
  context: Context,
): Step | undefined {
  if (event.type === 'problem') {
    return event.code === 'invalid_email'
      ? withErrors(entry, { email: 'email_incorrect' })
      : withInfoBar(entry, event.code);
  }
  if (event.type !== 'answer' || event.answer.to !== 'methods') return undefined;
  const { methods, recoverable = false } = event.answer;
  return (recoverable && recovering(context, email)) || route(context, email, methods);
}

/* The account has no method left, for example after its address was restored. */
function recovering({ config }: Context, email: string): Step | undefined {
  if (allowsPassword(config)) return recovery(email, 'no_means_of_sign_in');
  return allowsLink(config) ? sendLink(email, 'entry') : undefined;
}

/** The page that follows from the sign-in methods of an address. */
export function route(context: Context, email: string, methods: string[]): Step {
  const { config } = context;
  const unsupported: Step = { page: { id: 'unsupportedProvider', email } };
  if (methods.length === 0) return routeUnknown(context, email);
  if (methods.includes('password')) return { page: { id: 'passwordSignIn', email } };
  const provider = methods.find((id) => isFederated(id) && configured(config, id));
  if (provider) return { page: { id: 'federatedLinking', email, provider } };
  const byLink = methods.includes('emailLink') && allowsLink(config);
  if (byLink) return sendLink(email, 'entry');
  const byPasskey = methods.includes('passkey') && configured(config, 'passkey');
  return byPasskey ? askForPasskey(email) : unsupported;
}

/* No account has this address. */
function routeUnknown({ config }: Context, email: string): Step {
  const option = emailOption(config);
  if (!option) return { page: { id: 'unsupportedProvider', email } };
  if (option.disableSignUp.status) {
    return { page: { id: 'unauthorizedUser', email, ...option.disableSignUp.contact } };
  }
  return prefersLink(config) ? sendLink(email, 'entry') : { page: { id: 'passwordSignUp', email } };
}
