import { allowsLink, allowsPassword, configured } from '../config.ts';
import type { Context, Flow, Step } from '../model.ts';
import { withProblem } from '../page-steps.ts';
import type { Mismatch, Pending } from '../provider-answers.ts';
import { recovery, startPage } from './entries.ts';
import { finish } from './success.ts';

/** The result of a provider visit, on whichever page it began. */
export const providerOutcome: Flow = (page, event, context) => {
  if (event.type === 'problem') {
    const { adminRestrictedOperation: admin } = context.config;
    if (event.code === 'admin_restricted_operation' && admin.status) {
      return { page: { id: 'unauthorizedUser', ...admin.contact } };
    }
    const isWork = page.id === 'blank' || page.id === 'callback';
    return isWork ? startPage(context, { message: event.code }) : withProblem(page, event.code);
  }
  if (event.type !== 'answer') return undefined;
  if (event.answer.to === 'mismatch') return mismatchPage(event.answer.mismatch);
  if (event.answer.to === 'session') {
    return finish(page, event.answer.session, event.answer.providerId);
  }
  if (event.answer.to === 'linking') return linkingRoute(context, event.answer.pending);
  return undefined;
};

/** The provider returned another account than expected. */
function mismatchPage(mismatch: Mismatch): Step {
  return { page: { id: 'emailMismatch', mismatch } };
}

/** The provider's e-mail already has an account, so its owner is asked first. */
function linkingRoute({ config }: Context, pending: Pending): Step {
  const { email, methods } = pending;
  if (methods.length === 0 && allowsPassword(config)) {
    return recovery(email, 'no_means_of_sign_in');
  }
  if (methods.includes('password') && allowsPassword(config)) {
    return { page: { id: 'passwordLinking', pending } };
  }
  const provider = methods.find((id) => id !== 'password' && configured(config, id));
  if (provider) return { page: { id: 'federatedLinking', email, provider, pending } };
  return allowsLink(config)
    ? { page: { id: 'emailLinkSignInLinking', pending } }
    : { page: { id: 'unsupportedProvider', email } };
}
