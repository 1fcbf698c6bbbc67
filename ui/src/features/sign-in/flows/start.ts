import { configured, emailOption, isFederated } from '../config.ts';
import type { Context, Flow, Step } from '../model.ts';
import { saidOrSilent } from '../page-steps.ts';
import { lookUp } from './email-first.ts';
import { linkingRoute } from './linking.ts';
import { mismatchPage } from './provider.ts';
import { finish } from './success.ts';

interface Hint {
  email?: string;
  /** A message disables all shortcuts, because it must be seen. */
  message?: string;
}

/** The e-mail entry when e-mail is enabled; otherwise the start page. */
export function emailEntry(context: Context, email: string, message?: string): Step {
  if (!emailOption(context.config)) return startPage(context, { ...(message && { message }) });
  return { page: { id: 'signIn', email, ...(message && { infoBar: message }) } };
}

/** The first page. */
export function startPage(context: Context, { email, message }: Hint = {}): Step {
  const { signInOptions, immediateFederatedRedirect, signInFlow } = context.config;
  const [only, another] = signInOptions;
  if (only?.provider === 'password' && !another) {
    return email && !message ? lookUp(context, email) : emailEntry(context, email ?? '', message);
  }
  const straight = immediateFederatedRedirect && signInFlow === 'redirect' && !another;
  if (only && straight && !message && isFederated(only.provider)) {
    const work = { kind: 'provider', provider: only.provider } as const;
    return { page: { id: 'blank', work }, ask: work };
  }
  const hint = { ...(email && { email }), ...(message && { infoBar: message }) };
  return { page: { id: 'providerSignIn', ...hint } };
}

/** One button per provider. */
export const providerList: Flow = (page, happening, context) => {
  if (page.id !== 'providerSignIn') return undefined;
  if (happening.type === 'choose') {
    const { provider } = happening;
    const { email } = page;
    if (!configured(context.config, provider)) return undefined;
    if (provider === 'password') return email ? lookUp(context, email) : emailEntry(context, '');
    return {
      page: { id: 'providerSignIn', ...(email && { email }) },
      ask: { kind: 'provider', provider, ...(email && { email }) },
    };
  }
  return providerOutcome(page, happening, context);
};

/** The result of a provider visit, on whichever page it began. */
export const providerOutcome: Flow = (page, happening, context) => {
  if (happening.type === 'problem') {
    const { adminRestrictedOperation: admin } = context.config;
    if (happening.code === 'admin_restricted_operation' && admin.status) {
      return { page: { id: 'unauthorizedUser', ...admin.contact } };
    }
    const isWork = page.id === 'blank' || page.id === 'callback';
    return isWork
      ? startPage(context, { message: happening.code })
      : saidOrSilent(page, happening.code);
  }
  if (happening.type !== 'answer') return undefined;
  if (happening.answer.to === 'mismatch') return mismatchPage(happening.answer.mismatch);
  if (happening.answer.to === 'session') {
    return finish(page, happening.answer.session, happening.answer.providerId);
  }
  if (happening.answer.to === 'linking') return linkingRoute(happening.answer.pending);
  return undefined;
};
