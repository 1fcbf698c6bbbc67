import type { PageId } from './pages.ts';

/** What the Auth screen is about. */
type ScreenHeading = 'sign_in' | 'sign_up' | 'account';

const signUpPages: PageId[] = ['passwordSignUp', 'checkYourEmail'];

/** Pages that end what a mailed link began; the reader decides what comes next. */
export const linkEnds: PageId[] = [
  'passwordResetSuccess',
  'emailVerificationSuccess',
  'emailVerificationFailure',
  'verifyAndChangeEmailSuccess',
  'verifyAndChangeEmailFailure',
  'emailChangeRevoke',
  'emailChangeRevokeFailure',
  'revertSecondFactorAdditionSuccess',
  'revertSecondFactorAdditionFailure',
  'recoverableError',
];

/* Pages behind mailed links, which change an account. */
const accountPages = ['confirmAction', 'passwordReset', 'passwordResetFailure', ...linkEnds];

/* Pages without text keep the heading of the page before. */
const silentPages: PageId[] = ['blank', 'callback', 'spinner'];

/** The heading that fits a page of the widget. */
export function headingOf(page: PageId, before: ScreenHeading): ScreenHeading {
  if (silentPages.includes(page)) return before;
  if (signUpPages.includes(page)) return 'sign_up';
  return accountPages.includes(page) ? 'account' : 'sign_in';
}

/** The heading before the widget starts: most modes of the address belong to mailed links. */
export function firstHeading(search: string): ScreenHeading {
  const mode = new URLSearchParams(search).get('mode')?.toLowerCase() ?? 'callback';
  return ['callback', 'select', 'signin'].includes(mode) ? 'sign_in' : 'account';
}
