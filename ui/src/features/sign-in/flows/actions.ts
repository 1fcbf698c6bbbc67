import type { CheckedCode } from '../../../api/auth-types.ts';
import { fieldErrors, refusedPassword } from '../fields.ts';
import type { Action } from '../mailed-link.ts';
import type { Flow, Step } from '../model.ts';
import { cleared, isPress, mayPass, withErrors, withInfoBar } from '../page-steps.ts';
import type { Page, PageOf } from '../pages.ts';
import { recovery, sendLink } from './entries.ts';

/**
 * A mailed link was opened.
 *
 * The user presses a button before a code is used, because mail scanners open links and run scripts
 * too. Choosing a password is such a confirmation by itself.
 */
export function openAction(action: Action): Step {
  return action.mode === 'resetPassword'
    ? begin(action)
    : { page: { id: 'confirmAction', action } };
}

function begin(action: Action): Step {
  const { code } = action;
  return {
    page: { id: 'blank', work: { kind: 'action', action } },
    request: action.mode === 'verifyEmail' ? { kind: 'apply', code } : { kind: 'check', code },
  };
}

export const confirmedAction: Flow = (page, event) => {
  if (page.id === 'confirmAction' && isPress(event, 'continue')) return begin(page.action);
  const retry = isPress(event, 'retry') && 'retry' in page && page.retry;
  return retry ? begin(retry) : undefined;
};

export const action: Flow = (page, event) => {
  if (page.id !== 'blank' || page.work.kind !== 'action') return undefined;
  const { work } = page;
  if (event.type === 'problem') return failed(work.action, event.code);
  if (event.type !== 'answer') return undefined;
  if (event.answer.to === 'check') return checked(work.action, event.answer.checked);
  if (event.answer.to !== 'apply') return undefined;
  return { page: succeeded(work.action, { ...work.checked, ...given(event.answer.checked) }) };
};

/* Fields missing in the second answer keep the values of the first. */
function given(answer: CheckedCode): CheckedCode {
  return Object.fromEntries(
    Object.entries(answer).filter(([, value]) => value),
  ) as unknown as CheckedCode;
}

function checked(action: Action, answer: CheckedCode): Step {
  if (action.mode === 'resetPassword') {
    return { page: { id: 'passwordReset', action, email: answer.email ?? '' } };
  }
  const about =
    action.mode === 'verifyAndChangeEmail' ? { ...answer, email: answer.new_email } : answer;
  return {
    page: { id: 'blank', work: { kind: 'action', action, checked: about as CheckedCode } },
    request: { kind: 'apply', code: action.code },
  };
}

function succeeded({ mode, continueUrl }: Action, { email, factor }: CheckedCode): Page {
  const on = continueUrl ? { continueUrl } : {};
  const address = email ?? '';
  switch (mode) {
    case 'verifyEmail':
      return { id: 'emailVerificationSuccess', ...on };
    case 'verifyAndChangeEmail':
      return { id: 'verifyAndChangeEmailSuccess', email: address, ...on };
    case 'recoverEmail':
      return { id: 'emailChangeRevoke', email: address };
    case 'revertSecondFactorAddition':
      return {
        id: 'revertSecondFactorAdditionSuccess',
        email: address,
        ...(factor?.masked && { phone: factor.masked }),
      };
    default:
      return { id: 'passwordResetSuccess', ...on };
  }
}

const failures = {
  resetPassword: 'passwordResetFailure',
  verifyEmail: 'emailVerificationFailure',
  recoverEmail: 'emailChangeRevokeFailure',
  verifyAndChangeEmail: 'verifyAndChangeEmailFailure',
  revertSecondFactorAddition: 'revertSecondFactorAdditionFailure',
} as const;

function failed(action: Action, code: string): Step {
  if (code === 'different_device') return { page: { id: 'differentDeviceError' } };
  if (mayPass(code)) return { page: { id: 'recoverableError', message: code, retry: action } };
  const id = failures[action.mode];
  const asksForRetry =
    id === 'emailChangeRevokeFailure' || id === 'revertSecondFactorAdditionFailure';
  return { page: asksForRetry ? { id, retry: action } : { id } };
}

/** The form for a new password. A weak password does not use up the code. */
export const passwordReset: Flow = (page, event) => {
  if (page.id !== 'passwordReset') return undefined;
  if (event.type === 'submit') {
    const errors = fieldErrors(event.fields, { newPassword: true });
    if (errors) return withErrors(page, errors);
    const { newPassword: password = '' } = event.fields;
    return {
      page: cleared<'passwordReset'>(page),
      request: { kind: 'resetPassword', code: page.action.code, password },
    };
  }
  if (event.type === 'answer') return { page: succeeded(page.action, { kind: 'password_reset' }) };
  return event.type === 'problem' ? resetProblem(page, event.code) : undefined;
};

function resetProblem(page: PageOf<'passwordReset'>, code: string): Step {
  if (refusedPassword.includes(code)) {
    return withErrors(page, { newPassword: code });
  }
  return mayPass(code) ? withInfoBar(page, code) : failed(page.action, code);
}

/** The links on pages that end an action. */
export const afterAction: Flow = (page, event) => {
  if (page.id === 'passwordResetFailure') {
    return isPress(event, 'newReset') ? recovery('') : undefined;
  }
  if (page.id !== 'emailChangeRevoke' && page.id !== 'revertSecondFactorAdditionSuccess') {
    return undefined;
  }
  const { email } = page;
  if (isPress(event, 'changePassword')) return { page, request: { kind: 'sendReset', email } };
  if (isPress(event, 'emailLink')) return sendLink(email, 'entry');
  if (event.type === 'problem') return withInfoBar(page, 'reset_not_sent');
  return event.type === 'answer'
    ? { page: { id: 'passwordRecoveryEmailSent', email, final: true } }
    : undefined;
};
