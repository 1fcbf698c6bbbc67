import {
  action,
  afterAction,
  confirmedAction,
  openAction,
  passwordReset,
} from './flows/actions.ts';
import { emailFirst, prefilled } from './flows/email-first.ts';
import {
  completingLink,
  linkElsewhere,
  linkSent,
  openLink,
  sendingLink,
  signingInByLink,
} from './flows/email-link.ts';
import { startPage } from './flows/entries.ts';
import { emailLinkLinking, federated, passwordLinking, refused } from './flows/linking.ts';
import { passkeyChoice, passkeyPage } from './flows/passkey.ts';
import { passwordSignIn, passwordSignUp } from './flows/password.ts';
import { phoneFinish, phoneStart } from './flows/phone.ts';
import { phoneFactor } from './flows/phone-factor.ts';
import { backFromProvider, emailMismatch, returned } from './flows/provider.ts';
import { providerOutcome } from './flows/provider-outcome.ts';
import { mailSent, passwordRecovery } from './flows/recovery.ts';
import {
  askSecondFactor,
  passkeyFactor,
  secondFactorCode,
  selectFactor,
} from './flows/second-factor.ts';
import { providerList } from './flows/start.ts';
import { matchByEmail, openingTenant, selectTenant, tenantStart } from './flows/tenants.ts';
import type { Context, Flow, FlowEvent, Step } from './model.ts';
import type { FieldName, Page, PageId } from './pages.ts';
import type { Order } from './url.ts';

/* The flows of each page; the first one with an answer decides. */
const flows: Partial<Record<PageId, Flow[]>> = {
  providerSignIn: [providerList],
  signIn: [passkeyChoice, emailFirst],
  passwordSignIn: [passwordSignIn],
  passwordSignUp: [passwordSignUp],
  passwordRecovery: [passwordRecovery],
  passwordRecoveryEmailSent: [mailSent],
  checkYourEmail: [mailSent],
  emailLinkSignInSent: [linkSent],
  emailNotReceived: [linkSent],
  emailLinkSignInConfirmation: [linkElsewhere],
  emailLinkSignInLinkingDifferentDevice: [linkElsewhere],
  differentDeviceError: [linkElsewhere],
  anonymousUserMismatch: [linkElsewhere],
  phoneSignInStart: [phoneStart],
  phoneSignInFinish: [phoneFinish],
  passwordLinking: [passwordLinking],
  federatedLinking: [federated],
  emailLinkSignInLinking: [emailLinkLinking],
  emailMismatch: [emailMismatch],
  mfaSelectFactor: [selectFactor],
  mfaPhoneCode: [phoneFactor],
  mfaPasskey: [passkeyFactor],
  mfaTotpCode: [secondFactorCode],
  mfaRecoveryCode: [secondFactorCode],
  passkey: [passkeyPage],
  unauthorizedUser: [refused],
  unsupportedProvider: [refused],
  callback: [sendingLink, returned],
  blank: [prefilled, completingLink, signingInByLink, action, providerOutcome],
  passwordReset: [passwordReset],
  passwordResetFailure: [afterAction],
  confirmAction: [confirmedAction],
  emailChangeRevoke: [afterAction],
  emailChangeRevokeFailure: [confirmedAction],
  revertSecondFactorAdditionFailure: [confirmedAction],
  revertSecondFactorAdditionSuccess: [afterAction],
  recoverableError: [confirmedAction, openingTenant],
  selectTenant: [selectTenant],
  providerMatchByEmail: [matchByEmail],
  spinner: [openingTenant],
};

/** The first page: the one that the address requests, else the start page. */
export function open(order: Order, context: Context, email?: string): Step {
  switch (order.kind) {
    case 'link':
      return openLink(order.link);
    case 'action':
      return openAction(order.action);
    case 'provider':
      return backFromProvider(order.transaction);
    case 'incomplete':
      return { page: { id: 'recoverableError', message: 'link_incomplete' } };
    case 'signedOut':
      return { page: { id: 'signOut' } };
    default:
      if (context.config.tenantId === undefined && context.config.tenants.length > 0) {
        return tenantStart(context);
      }
      return startPage(context, order.hint && email ? { email } : {});
  }
}

/** Returns the step that follows an event on a page; `undefined` when there is none. */
export function next(page: Page, event: FlowEvent, context: Context): Step | undefined {
  if (event.type === 'answer' && event.answer.to === 'secondFactor') {
    return askSecondFactor(page, event.answer.second, context);
  }
  for (const flow of flows[page.id] ?? []) {
    const step = flow(page, event, context);
    if (step) return step;
  }
  return undefined;
}

/** A field was edited, so its error no longer applies. */
export function edited(page: Page, field: FieldName): Page {
  if (!page.errors?.[field]) return page;
  const { [field]: _, ...errors } = page.errors;
  return { ...page, errors } as Page;
}

export function dismissed(page: Page): Page {
  const { infoBar: _, ...rest } = page;
  return rest as Page;
}
