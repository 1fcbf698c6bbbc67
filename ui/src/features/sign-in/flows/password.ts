import { allowsLink, emailOption } from '../config.ts';
import { emailProblem, fieldErrors, refusedPassword, trimmed } from '../fields.ts';
import type { Answer, Context, Flow, Step } from '../model.ts';
import { cleared, isPress, withErrors, withInfoBar } from '../page-steps.ts';
import type { Fields, PageOf } from '../pages.ts';
import { recovery, sendLink, startPage } from './entries.ts';
import { finish } from './success.ts';

/** E-mail and password; in protected mode with the other two options. */
export const passwordSignIn: Flow = (page, event, context) => {
  if (page.id !== 'passwordSignIn') return undefined;
  switch (event.type) {
    case 'submit': {
      const errors = fieldErrors(event.fields, { email: true, password: true });
      if (errors) return withErrors(page, errors);
      const { password = '' } = event.fields;
      const email = trimmed(event.fields.email);
      return {
        page: { ...cleared<'passwordSignIn'>(page), email },
        request: { kind: 'signIn', email, password },
      };
    }
    case 'press':
      return passwordPress(page, event.button, context);
    case 'answer':
      return event.answer.to === 'session' ? finish(page, event.answer.session) : undefined;
    case 'problem':
      return signInProblem(page, event.code);
    default:
      return undefined;
  }
};

function passwordPress(page: PageOf<'passwordSignIn'>, button: string, context: Context) {
  if (button === 'trouble') return recovery(page.email);
  if (!page.unified) return undefined;
  if (button === 'createAccount') return createAccount(page, context);
  if (button !== 'emailLink' || !allowsLink(context.config)) return undefined;
  const problem = emailProblem(page.email);
  return problem ? withErrors(page, { email: problem }) : sendLink(page.email, 'unified');
}

/* The address is not looked up here, but closed sign-up applies to every address. */
function createAccount({ email }: PageOf<'passwordSignIn'>, { config }: Context): Step {
  const closed = emailOption(config)?.disableSignUp;
  return closed?.status
    ? { page: { id: 'unauthorizedUser', email, ...closed.contact } }
    : { page: { id: 'passwordSignUp', email } };
}

function signInProblem(page: PageOf<'passwordSignIn'>, code: string): Step {
  switch (code) {
    case 'wrong_password':
    case 'too_many_requests':
    case 'missing_password':
      return withErrors(page, { password: code });
    case 'invalid_credential':
      return page.unified
        ? withErrors(page, { password: 'wrong_password' })
        : withInfoBar(page, code);
    case 'email_exists':
    case 'invalid_email':
      return withErrors(page, { email: code });
    default:
      return withInfoBar(page, code);
  }
}

/** A new account. */
export const passwordSignUp: Flow = (page, event, context) => {
  if (page.id !== 'passwordSignUp') return undefined;
  if (isPress(event, 'cancel')) return startPage(context);
  switch (event.type) {
    case 'submit':
      return submitSignUp(page, event.fields, context);
    case 'answer':
      return signUpAnswer(page, event.answer);
    case 'problem':
      return signUpProblem(page, event.code, context);
    default:
      return undefined;
  }
};

function submitSignUp(page: PageOf<'passwordSignUp'>, fields: Fields, { config }: Context): Step {
  const named = emailOption(config)?.requireDisplayName !== false;
  const errors = fieldErrors(fields, { email: true, name: named, newPassword: true });
  if (errors) return withErrors(page, errors);
  const email = trimmed(fields.email);
  return {
    page: { id: 'passwordSignUp', email, attempt: page.attempt ?? 0 },
    request: {
      kind: 'signUp',
      email,
      password: fields.newPassword ?? '',
      ...(named && { name: trimmed(fields.name) }),
    },
  };
}

function signUpAnswer(page: PageOf<'passwordSignUp'>, answer: Answer): Step | undefined {
  if (answer.to === 'session') return finish(page, answer.session);
  if (answer.to === 'checkEmail') return { page: { id: 'checkYourEmail', email: page.email } };
  if (answer.to !== 'methods') return undefined;
  return answer.methods.length === 0 ? recovery(page.email, 'no_means_of_sign_in') : taken(page);
}

function taken({ lookingAgain: _, ...page }: PageOf<'passwordSignUp'>): Step {
  return withErrors(page, { email: 'email_already_in_use' });
}

function signUpProblem(page: PageOf<'passwordSignUp'>, code: string, { config }: Context): Step {
  if (page.lookingAgain) return taken(page);
  if (refusedPassword.includes(code)) return withErrors(page, { newPassword: code });
  switch (code) {
    case 'email_already_in_use':
      // The address has an account, possibly without a sign-in method.
      return {
        page: { ...page, lookingAgain: true },
        request: { kind: 'methods', email: page.email },
      };
    case 'missing_password':
    case 'operation_not_allowed':
      return withErrors(page, { newPassword: code });
    case 'too_many_requests':
      return withErrors(page, { newPassword: 'too_many_sign_ups' });
    case 'invalid_email':
      return withErrors(page, { email: code });
    case 'invalid':
      // Only the name has rules that this page does not know.
      return withErrors(page, { name: code });
    case 'admin_restricted_operation':
      return config.adminRestrictedOperation.status
        ? {
            page: {
              id: 'unauthorizedUser',
              email: page.email,
              ...config.adminRestrictedOperation.contact,
            },
          }
        : withInfoBar(page, code);
    default:
      return withInfoBar(page, code);
  }
}
