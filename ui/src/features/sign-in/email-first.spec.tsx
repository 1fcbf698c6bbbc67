import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { authServer, refusal } from '../../test/auth-server.ts';
import {
  byLink,
  byPassword,
  exampleEmail as email,
  errorOf,
  field,
  freshWidget,
  giveEmail,
  infoBar,
  openWidget,
  pageId,
  pass,
  press,
} from '../../test/widget.tsx';

beforeEach(freshWidget);

const methods = (...list: string[]) => ({ '/methods': { body: { methods: list } } });
const sent = { '/oob/send': { body: { email } } };

describe('e-mail first', () => {
  test('E01 an empty field', async () => {
    const calls = authServer({});
    await openWidget();
    await press('Next');
    expect(errorOf('E-mail')).toBe('Enter your email address to continue');
    expect(calls).toEqual([]);
  });

  test.each(['a@b', 'a b@example.org', '@example.org', 'ana@example.c', 'ana@@example.org'])(
    'E02 %s is no address',
    async (text) => {
      const calls = authServer({});
      await openWidget();
      await giveEmail(text);
      expect(errorOf('E-mail')).toBe("That email address isn't correct");
      expect(calls).toEqual([]);
    },
  );

  test('spaces around an address are no mistake', async () => {
    const calls = authServer(methods('password'));
    await openWidget();
    await giveEmail(`  ${email} `);
    expect(calls[0]?.body).toEqual({ email });
    expect(field('E-mail')).toHaveValue(email);
  });

  test('E03 an account with password and google: the page of the password, e-mail filled in', async () => {
    authServer(methods('google.com', 'password'));
    await openWidget({ signInOptions: [byPassword, 'google.com'] });
    await press(/with e-mail/);
    await giveEmail();
    expect(pageId()).toBe('passwordSignIn');
    expect(field('E-mail')).toHaveValue(email);
    expect(field('Password')).toHaveFocus();
  });

  test('E04 an account with links only, links configured: one mail and its page', async () => {
    const calls = authServer({ ...methods('emailLink'), ...sent });
    await openWidget({ signInOptions: [byLink] });
    await giveEmail();
    expect(pageId()).toBe('emailLinkSignInSent');
    expect(screen.getByText(email)).toBeInTheDocument();
    expect(calls.filter(({ path }) => path === '/oob/send').map(({ body }) => body)).toEqual([
      { kind: 'email_sign_in', email, lang: 'en' },
    ]);
  });

  test('L04 with forceSameDevice the link is asked for this browser', async () => {
    const calls = authServer({ ...methods('emailLink'), ...sent });
    await openWidget({ signInOptions: [{ ...byLink, forceSameDevice: true }] });
    await giveEmail();
    expect(calls.at(-1)?.body).toEqual({
      kind: 'email_sign_in',
      email,
      lang: 'en',
      force_same_device: true,
    });
  });

  test('E05 the same with passwords configured: unsupported, and on to the recovery', async () => {
    authServer(methods('emailLink'));
    await openWidget();
    await giveEmail();
    expect(pageId()).toBe('unsupportedProvider');
    await press('Recover password');
    expect(pageId()).toBe('passwordRecovery');
    expect(field('E-mail')).toHaveValue(email);
  });

  test('where passwords are off, the unsupported page offers the link alone', async () => {
    const calls = authServer({ ...methods('github.com'), '/oob/send': { body: { email } } });
    await openWidget({ signInOptions: [byLink] });
    await giveEmail();
    expect(pageId()).toBe('unsupportedProvider');
    expect(screen.getByText(/have a sign-in link sent/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Recover password' })).toBeNull();
    await press('E-mail me a sign-in link');
    expect(calls.at(-1)).toMatchObject({ path: '/oob/send', body: { kind: 'email_sign_in' } });
  });

  test('Cancel on the unsupported page leads to the entry and not in a circle', async () => {
    const calls = authServer(methods('emailLink'));
    await openWidget();
    await giveEmail();
    await press('Cancel');
    expect(pageId()).toBe('signIn');
    expect(field('E-mail')).toHaveValue(email);
    expect(calls).toHaveLength(1);
  });

  test('E06 an account with google only: its button, and the e-mail as a hint', async () => {
    authServer(methods('google.com'));
    const open = vi.fn(async () => new Promise(() => {}));
    await openWidget({ signInOptions: [byPassword, 'google.com'], providers: { open } });
    await press(/with e-mail/);
    await giveEmail();
    expect(pageId()).toBe('federatedLinking');
    await press(/Sign in with Google/);
    expect(open).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ provider: 'google.com', loginHintKey: 'login_hint' }),
      { flow: 'redirect', loginHint: email, expected: true },
      expect.any(AbortSignal),
    );
  });

  test('E07 no account: the page of a new one, e-mail filled in', async () => {
    authServer(methods());
    await openWidget();
    await giveEmail();
    expect(pageId()).toBe('passwordSignUp');
    expect(field('E-mail')).toHaveValue(email);
    expect(field('First and last name')).toHaveFocus();
  });

  test('E08 no account and no sign-up: Not Authorized with the administrator, and back', async () => {
    authServer(methods());
    const disableSignUp = {
      status: true,
      adminEmail: 'admin@example.org',
      helpLink: 'https://example.org/help',
    };
    await openWidget({ signInOptions: [{ ...byPassword, disableSignUp }] });
    await giveEmail();
    expect(pageId()).toBe('unauthorizedUser');
    expect(screen.getByRole('heading', { name: 'Not Authorized' })).toHaveFocus();
    expect(screen.getByText(email)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'admin@example.org' })).toHaveAttribute(
      'href',
      'mailto:admin@example.org',
    );
    const more = screen.getByRole('link', { name: 'Learn More' });
    expect(more).toHaveAttribute('href', 'https://example.org/help');
    expect(more).toHaveAttribute('target', '_blank');
    await press('Back');
    expect(pageId()).toBe('signIn');
    expect(field('E-mail')).toHaveValue(email);
  });

  test('E09 no account, links configured: a link is sent, and nothing else', async () => {
    const calls = authServer({ ...methods(), ...sent });
    await openWidget({ signInOptions: [byLink] });
    await giveEmail();
    expect(pageId()).toBe('emailLinkSignInSent');
    expect(calls.map(({ path }) => path)).toEqual(['/methods', '/oob/send']);
  });

  test('without an e-mail option no address leads to sign-up', async () => {
    authServer(methods());
    await openWidget({ signInOptions: ['google.com', 'github.com'] }, { email });
    expect(pageId()).toBe('providerSignIn');
  });

  test('a known e-mail is looked up at once, behind a blank page', async () => {
    const calls = authServer({ '/methods': { body: { methods: ['password'] }, after: 600 } });
    await openWidget({}, { email });
    expect(pageId()).toBe('blank');
    await pass(500);
    expect(screen.getByRole('progressbar')).toBeInTheDocument();
    await pass(100);
    expect(pageId()).toBe('passwordSignIn');
    expect(calls.map(({ body }) => body)).toEqual([{ email }]);
  });

  test.each([
    ['the entry', undefined],
    ['the blank page', email],
  ])('a failed look-up from %s says so on the entry', async (_, known) => {
    authServer({ '/methods': refusal('quota_exceeded', 429) });
    await openWidget({}, { ...(known && { email: known }) });
    if (!known) await giveEmail();
    expect(pageId()).toBe('signIn');
    expect(field('E-mail')).toHaveValue(email);
    expect(infoBar()).toContain('Too many messages were sent today.');
  });

  test('a code without a text gets the general text, never raw words', async () => {
    authServer({ '/methods': { status: 500, body: { code: 'no_such', error: 'table broken' } } });
    await openWidget();
    await giveEmail();
    expect(infoBar()).toBe('Something went wrong. Please try again.');
  });
});

describe('protected mode', () => {
  const config = (option: object = {}) => ({
    emailPrivacy: 'protected',
    signInOptions: [{ ...byPassword, ...option }],
  });

  test('E10 every address leads to the same page, without a question to the server', async () => {
    const calls = authServer({});
    const pages: string[] = [];
    for (const address of ['known@example.org', 'free@example.org']) {
      const { container, unmount } = await openWidget(config());
      await giveEmail(address);
      expect(pageId()).toBe('passwordSignIn');
      pages.push(container.innerHTML.replaceAll(address, '').replace(/_r_\w+_/g, ''));
      unmount();
    }
    expect(pages[0]).toBe(pages[1]);
    expect(calls).toEqual([]);
  });

  test('the page has the three links', async () => {
    authServer(sent);
    await openWidget(config({ allowEmailLink: true }));
    await giveEmail();
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeInTheDocument();
    await press('E-mail me a sign-in link');
    expect(pageId()).toBe('emailLinkSignInSent');
    await press('Back');
    await press('Next');
    await press(/New here/);
    expect(pageId()).toBe('passwordSignUp');
  });

  test('links that are off are not offered', async () => {
    authServer({});
    await openWidget(config());
    await giveEmail();
    expect(screen.queryByRole('button', { name: /link/ })).toBeNull();
  });
});
