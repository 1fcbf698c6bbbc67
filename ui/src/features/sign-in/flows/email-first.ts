import { allowsLink, allowsPassword, configured, emailOption, prefersLink } from '../config.ts';
import { fieldErrors, trimmed } from '../fields.ts';
import type { Context, Flow, Happening, Page, Step } from '../model.ts';
import { isDeed, withErrors, withInfoBar } from '../page-steps.ts';
import { sendLink } from './email-link.ts';
import { emailEntry, startPage } from './start.ts';

/** The look-up of a known address; the page shows nothing meanwhile. */
export function lookUp(context: Context, email: string): Step {
  if (context.config.emailPrivacy === 'protected') return unified(context, email);
  return {
    page: { id: 'blank', work: { kind: 'methods', email } },
    ask: { kind: 'methods', email },
  };
}

/** Protected mode: always the same page, and no request that could reveal anything. */
function unified(context: Context, email: string): Step {
  if (!allowsPassword(context.config)) return sendLink(email, 'entry');
  return { page: { id: 'passwordSignIn', email, unified: true } };
}

/** The e-mail entry. */
export const emailFirst: Flow = (page, happening, context) => {
  if (page.id !== 'signIn') return undefined;
  if (isDeed(happening, 'cancel')) return startPage(context);
  if (happening.type === 'submit') {
    const errors = fieldErrors(happening.fields, { email: true });
    if (errors) return withErrors(page, errors);
    const email = trimmed(happening.fields.email);
    if (context.config.emailPrivacy === 'protected') return unified(context, email);
    return { page: { id: 'signIn', email }, ask: { kind: 'methods', email } };
  }
  return afterLookUp(page.email, page, happening, context);
};

/** The same look-up from the blank page. */
export const prefilled: Flow = (page, happening, context) => {
  if (page.id !== 'blank' || page.work.kind !== 'methods') return undefined;
  const entry = emailEntry(context, page.work.email).page;
  return afterLookUp(page.work.email, entry, happening, context);
};

function afterLookUp(
  email: string,
  entry: Page,
  happening: Happening,
  context: Context,
): Step | undefined {
  if (happening.type === 'problem') {
    return happening.code === 'invalid_email'
      ? withErrors(entry, { email: 'email_incorrect' })
      : withInfoBar(entry, happening.code);
  }
  if (happening.type !== 'answer' || happening.answer.to !== 'methods') return undefined;
  return route(context, email, happening.answer.methods);
}

/** Where an address's sign-in methods lead. */
export function route(context: Context, email: string, methods: string[]): Step {
  const { config } = context;
  const unsupported: Step = { page: { id: 'unsupportedProvider', email } };
  if (methods.length === 0) return routeUnknown(context, email);
  if (methods.includes('password')) return { page: { id: 'passwordSignIn', email } };
  const nonFederated = ['emailLink', 'password', 'phone'];
  const provider = methods.find((id) => !nonFederated.includes(id) && configured(config, id));
  if (provider) return { page: { id: 'federatedLinking', email, provider } };
  const byLink = methods.includes('emailLink') && allowsLink(config);
  return byLink ? sendLink(email, 'entry') : unsupported;
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
