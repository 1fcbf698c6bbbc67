import { describe, expect, test } from 'vitest';
import { exampleSession } from '../../test/auth-server.ts';
import { readConfig } from './config.ts';
import type { ConfigInput } from './config-types.ts';
import { ending } from './flows/success.ts';
import { dismissed, edited, next, open } from './machine.ts';
import type { Answer, FlowEvent } from './model.ts';
import type { Page } from './pages.ts';
import type { Pending } from './provider-answers.ts';

const email = 'ana@example.org';
const context = (input: ConfigInput = {}) => ({
  config: readConfig({ signInOptions: ['password', 'google.com'], ...input }),
  mayStartItself: true,
});
const answer = (given: Answer): FlowEvent => ({ type: 'answer', answer: given });
const methods = (...list: string[]) => answer({ to: 'methods', methods: list });
const problem = (code: string): FlowEvent => ({ type: 'problem', code });
const start = { kind: 'start', hint: true } as const;

describe('the start page', () => {
  test.each([
    [['password'], undefined, 'signIn'],
    [['password'], email, 'blank'],
    [['password', 'google.com'], email, 'providerSignIn'],
    [['google.com'], undefined, 'providerSignIn'],
  ])('of %j, knowing %s, is %s', (signInOptions, known, id) => {
    expect(open(start, context({ signInOptions }), known).page.id).toBe(id);
  });

  test('an e-mail that the host knows is looked up when e-mail is chosen, and a hint otherwise', () => {
    const { page } = open(start, context(), email);
    const choose = (provider: string) => next(page, { type: 'choose', provider }, context());
    expect(choose('password')?.request).toEqual({ kind: 'methods', email });
    expect(choose('google.com')?.request).toEqual({
      kind: 'provider',
      provider: 'google.com',
      email,
    });
  });

  test('F10 straight to the only provider, unless there is a message', () => {
    const straight = context({ signInOptions: ['google.com'], immediateFederatedRedirect: true });
    const step = open(start, straight);
    expect(step).toMatchObject({ page: { id: 'blank' }, request: { kind: 'provider' } });
    expect(next(step.page, problem('network_request_failed'), straight)?.page).toEqual({
      id: 'providerSignIn',
      infoBar: 'network_request_failed',
    });
    // After a session ended here, nothing begins without a press.
    expect(open(start, { ...straight, mayStartItself: false })).toEqual({
      page: { id: 'providerSignIn' },
    });
    const popup = { signInOptions: ['google.com'], immediateFederatedRedirect: true };
    expect(open(start, context({ ...popup, signInFlow: 'popup' })).page.id).toBe('providerSignIn');
  });
});

describe('where the methods of an address lead', () => {
  const entry: Page = { id: 'signIn', email };
  const route = (list: string[], input: ConfigInput = {}) =>
    next({ ...entry }, methods(...list), context(input));
  const link = { provider: 'password', signInMethod: 'emailLink' };

  test('P12 none, with an account: to a new password, or to a link where passwords are off', () => {
    const found = answer({ to: 'methods', methods: [], recoverable: true });
    expect(next({ ...entry }, found, context())?.page).toEqual({
      id: 'passwordRecovery',
      email,
      infoBar: 'no_means_of_sign_in',
    });
    const byLinkOnly = next({ ...entry }, found, context({ signInOptions: [link] }));
    expect(byLinkOnly?.request).toEqual({ kind: 'sendLink', email });
    expect(route([])?.page.id).toBe('passwordSignUp');
  });

  test.each([
    [['google.com', 'password'], {}, 'passwordSignIn'],
    [['password'], { signInOptions: [link] }, 'passwordSignIn'],
    [['emailLink'], { signInOptions: [link] }, 'callback'],
    [['emailLink'], {}, 'unsupportedProvider'],
    [['github.com', 'google.com'], {}, 'federatedLinking'],
    [['github.com'], {}, 'unsupportedProvider'],
    [['phone'], {}, 'unsupportedProvider'],
    [[], {}, 'passwordSignUp'],
    [[], { signInOptions: [link] }, 'callback'],
    [[], { signInOptions: ['google.com'] }, 'unsupportedProvider'],
  ])('%j under %j: %s', (list, input, id) => {
    // The looked-up address is the page's own.
    expect(route(list, input)?.page.id).toBe(id);
  });
});

describe("the provider's e-mail already has an account", () => {
  const pending: Pending = { email, provider: 'github.com', handle: 'h1', methods: ['password'] };
  const list: Page = { id: 'providerSignIn' };
  const withLinks = { signInOptions: [{ provider: 'password', allowEmailLink: true }] };

  test.each([
    [[], {}, 'passwordRecovery'],
    [['password'], {}, 'passwordLinking'],
    [['google.com'], {}, 'federatedLinking'],
    [['emailLink'], {}, 'unsupportedProvider'],
    [['oidc.gone'], {}, 'unsupportedProvider'],
    [['emailLink'], withLinks, 'emailLinkSignInLinking'],
    [['oidc.gone'], withLinks, 'emailLinkSignInLinking'],
  ])('%j under %j: %s', (given, input, id) => {
    const linking = answer({ to: 'linking', pending: { ...pending, methods: given } });
    expect(next(list, linking, context(input))?.page.id).toBe(id);
  });

  test('F06 a sign-in with the earlier provider connects the pending one', () => {
    const page: Page = { id: 'federatedLinking', email, provider: 'google.com', pending };
    const step = next(page, { type: 'choose', provider: 'google.com' }, context());
    const { request } = step ?? {};
    const visit = { kind: 'provider', provider: 'google.com', email, expected: true };
    expect(request).toEqual({ ...visit, pending });
  });

  test('L01 page 17 sends a link that connects, and keeps what waits while it is sent again', () => {
    const page: Page = { id: 'emailLinkSignInLinking', pending };
    const sending = next(page, { type: 'press', button: 'continue' }, context(withLinks));
    expect(sending?.request).toEqual({ kind: 'sendLink', email, pending });
    const sent = next(page, answer({ to: 'sent' }), context(withLinks))?.page;
    expect(sent).toEqual({ id: 'emailLinkSignInSent', email, pending });
    const trouble = next(sent ?? page, { type: 'press', button: 'trouble' }, context(withLinks));
    const again = next(trouble?.page ?? page, { type: 'press', button: 'resend' }, context());
    expect(again?.request).toEqual({ kind: 'sendLink', email, pending });
    const offline = next(page, problem('network_request_failed'), context(withLinks));
    expect(offline?.page).toEqual({ ...page, infoBar: 'network_request_failed' });
    expect(next(page, problem('too_many_tries'), context())?.page.id).toBe('providerSignIn');
  });

  test('F05 the password, then the provider is connected, then the end', () => {
    const page: Page = { id: 'passwordLinking', pending };
    const signIn = next(page, { type: 'submit', fields: { password: 'x' } }, context());
    expect(signIn?.request).toEqual({ kind: 'signIn', email, password: 'x' });
    const session = exampleSession();
    const link = next(page, answer({ to: 'session', session }), context());
    expect(link?.request).toEqual({ kind: 'linkPending', pending, session });
    const end = next(link?.page ?? page, answer({ to: 'session', session }), context());
    expect(end?.request).toMatchObject({ kind: 'finish', session });
  });

  test('F07 a wrong password connects nothing', () => {
    const page: Page = { id: 'passwordLinking', pending };
    const step = next(page, problem('wrong_password'), context());
    expect(step).toEqual({
      page: { ...page, errors: { password: 'wrong_password' }, attempt: 1 },
    });
  });

  test.each(['popup_closed_by_user', 'cancelled_popup_request'])(
    'F03 %s shows no message',
    (code) => {
      expect(next(list, problem(code), context())).toEqual({ page: list });
    },
  );

  test.each([
    [true, 'unauthorizedUser'],
    [false, 'providerSignIn'],
  ])('F13 only administrators make accounts, a page for it: %s', (status, id) => {
    const restricted = context({ adminRestrictedOperation: { status } });
    const step = next(list, problem('admin_restricted_operation'), restricted);
    expect(step?.page.id).toBe(id);
  });
});

describe('what stays and what goes', () => {
  const page: Page = {
    id: 'signIn',
    email,
    infoBar: 'unavailable',
    errors: { email: 'email_required' },
    attempt: 1,
  };

  test('editing a field removes only its own error', () => {
    expect(edited(page, 'email').errors).toEqual({});
    expect(edited(page, 'password')).toBe(page);
  });

  test('dismissing removes only the message', () => {
    expect(dismissed(page)).toEqual({ ...page, infoBar: undefined });
  });

  test('what means nothing on a page leads nowhere', () => {
    expect(next(page, { type: 'press', button: 'resend' }, context())).toBeUndefined();
    expect(next({ id: 'signOut' }, problem('x'), context())).toBeUndefined();
  });
});

describe('where a sign-in ends', () => {
  const answer = { redirectUrl: undefined, hasOpener: false };
  const config = readConfig({ signInOptions: ['password'], signInSuccessUrl: '/' });

  test.each([
    [{ returned: false }, { kind: 'reset' }],
    [{ returned: true }, { kind: 'navigate', to: '/', where: 'here', closePopup: false }],
    [
      { returned: undefined, redirectUrl: '/app' },
      { kind: 'navigate', to: '/app', where: 'here', closePopup: false },
    ],
    [
      { returned: undefined, hasOpener: true },
      { kind: 'navigate', to: '/', where: 'opener', closePopup: true },
    ],
    [
      { returned: true, hasOpener: true },
      { kind: 'navigate', to: '/', where: 'opener', closePopup: false },
    ],
  ])('%j', (given, expected) => {
    expect(ending({ ...answer, config, ...given })).toEqual(expected);
  });

  test('nowhere', () => {
    const { signInSuccessUrl: _, ...without } = config;
    expect(ending({ ...answer, config: without, returned: undefined })).toEqual({
      kind: 'nowhere',
    });
  });
});
