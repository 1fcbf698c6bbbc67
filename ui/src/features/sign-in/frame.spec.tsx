import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sessionSnapshot } from '../../api/session.ts';
import { showLanguage } from '../../i18n/setup.ts';
import { authServer, exampleSession, refusal } from '../../test/auth-server.ts';
import {
  at,
  byPassword,
  errorOf,
  field,
  fill,
  freshWidget,
  giveEmail,
  infoBar,
  openWidget,
  pageId,
  pass,
  press,
} from '../../test/widget.tsx';

beforeEach(freshWidget);

const three = [{ provider: 'google.com' }, byPassword, { provider: 'anonymous' }];

describe('the frame', () => {
  test('W01 three options make three buttons in their order, each with its provider id', async () => {
    authServer({});
    await openWidget({ signInOptions: three });
    expect(pageId()).toBe('providerSignIn');
    const buttons = screen.getAllByRole('button');
    expect(buttons.map((button) => button.dataset.providerId)).toEqual([
      'google.com',
      'password',
      'anonymous',
    ]);
    expect(buttons.map((button) => button.querySelector('.full')?.textContent)).toEqual([
      'Sign in with Google',
      'Sign in with e-mail',
      'Continue as guest',
    ]);
  });

  test('a provider without a server shows that it is switched off', async () => {
    authServer({});
    await openWidget({ signInOptions: three });
    fireEvent.click(screen.getByRole('button', { name: /Google/ }));
    await pass();
    expect(infoBar()).toContain('This way of signing in is turned off here.');
  });

  test('returning to the list focuses its first button', async () => {
    authServer({});
    await openWidget({ signInOptions: three });
    await press(/with e-mail/);
    expect(field('E-mail')).toHaveFocus();
    await press('Cancel');
    expect(screen.getByRole('button', { name: /Google/ })).toHaveFocus();
  });

  test.each([
    ['W03', 400, []],
    ['W04', 900, [500, 600, 700, 800]],
  ])('%s a request of %d ms shows progress at %j ms', async (_, after, shown) => {
    authServer({ '/methods': { body: { methods: [] }, after } });
    await openWidget();
    await giveEmail('ana@example.org');
    const seen: number[] = [];
    for (let ms = 0; ms < 1000; ms += 100) {
      if (screen.queryByRole('progressbar')) seen.push(ms);
      await pass(100);
    }
    expect(seen).toEqual(shown);
    expect(pageId()).toBe('passwordSignUp');
  });

  test('W04 on the list of providers a spinner takes the place of the bar', async () => {
    const open = vi.fn(() => new Promise(() => {}));
    await openWidget({ signInOptions: three, providers: { open } });
    fireEvent.click(screen.getByRole('button', { name: /Google/ }));
    await pass(499);
    expect(screen.queryByRole('progressbar')).toBeNull();
    await pass(1);
    expect(screen.getByRole('progressbar', { name: 'Loading' })).toBeInTheDocument();
  });

  test('W05 a second submit during a request makes no second call', async () => {
    const calls = authServer({ '/methods': { body: { methods: [] }, after: 900 } });
    await openWidget();
    await giveEmail('ana@example.org');
    await press('Next');
    await pass(1000);
    expect(calls).toHaveLength(1);
  });

  test('W06 an error goes at the first edit of its field', async () => {
    authServer({});
    await openWidget();
    await press('Next');
    expect(errorOf('E-mail')).toBe('Enter your email address to continue');
    expect(field('E-mail')).toHaveAttribute('aria-invalid', 'true');
    expect(field('E-mail')).toHaveFocus();
    fill('E-mail', 'a');
    expect(errorOf('E-mail')).toBeNull();
    expect(field('E-mail')).not.toHaveAttribute('aria-invalid');
  });

  test('a message goes only when it is dismissed', async () => {
    authServer({ '/methods': refusal('unavailable', 503) });
    await openWidget();
    await giveEmail('ana@example.org');
    expect(infoBar()).toContain('The service is not available at the moment.');
    fill('E-mail', 'b@example.org');
    expect(infoBar()).not.toBeNull();
    await press('Dismiss the message');
    expect(infoBar()).toBeNull();
  });

  test('W07 one address of two: no links, and one warning that names the other', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    authServer({ '/methods': { body: { methods: ['password'] } } });
    await openWidget({ tosUrl: '/terms' });
    await giveEmail('ana@example.org');
    expect(screen.queryAllByRole('link')).toEqual([]);
    expect(warn).toHaveBeenCalledOnce();
    expect(warn.mock.calls[0]?.[0]).toContain('privacyPolicyUrl');
  });

  test('W08 both addresses: a sentence on the list, two links on a form, in a new tab', async () => {
    authServer({ '/methods': { body: { methods: ['password'] } } });
    const addresses = { tosUrl: '/terms', privacyPolicyUrl: '/privacy' };
    await openWidget({ signInOptions: three, ...addresses });
    expect(screen.getByText(/^By continuing you accept/)).toHaveTextContent(
      'By continuing you accept the terms of use and the privacy policy.',
    );
    const links = screen.getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/terms', '/privacy']);
    for (const link of links) expect(link).toHaveAttribute('target', '_blank');
    await press(/with e-mail/);
    expect(screen.queryByText(/By continuing/)).toBeNull();
    expect(screen.getByRole('link', { name: 'Terms of use' })).toBeInTheDocument();
  });

  test('W08 without the list the first page carries the sentence', async () => {
    authServer({});
    await openWidget({ tosUrl: '/terms', privacyPolicyUrl: '/privacy' });
    expect(screen.getByText(/^By continuing you accept/)).toBeInTheDocument();
  });

  test('a function is called in place of an address', async () => {
    authServer({});
    const tosUrl = vi.fn();
    await openWidget({ tosUrl, privacyPolicyUrl: '/privacy' });
    await press('terms of use');
    expect(tosUrl).toHaveBeenCalledOnce();
  });

  test.each(['localStorage', 'sessionStorage'] as const)('W09 without %s', async (memory) => {
    authServer({});
    vi.spyOn(window, memory, 'get').mockImplementation(() => {
      throw new DOMException('forbidden', 'SecurityError');
    });
    const { uiShown } = await openWidget();
    expect(pageId()).toBe('unrecoverableError');
    expect(
      screen.getByText(
        'The browser you are using does not support Web Storage. Please try again in a different browser.',
      ),
    ).toBeInTheDocument();
    expect(screen.queryAllByRole('button')).toEqual([]);
    expect(uiShown).not.toHaveBeenCalled();
  });

  test.each(['localStorage', 'sessionStorage'] as const)('W09 with a full %s', async (memory) => {
    authServer({});
    const full = window[memory];
    const write = Storage.prototype.setItem;
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, ...entry) {
      if (this === full) throw new DOMException('full', 'QuotaExceededError');
      write.apply(this, entry);
    });
    await openWidget();
    expect(pageId()).toBe('unrecoverableError');
    expect(document.querySelectorAll('[data-page] :is(button, a, input)')).toHaveLength(0);
  });

  test('W14 uiChanged reports each page change and nothing else', async () => {
    authServer({
      '/methods': { body: { methods: ['password'] } },
      '/sign-in/password': refusal('wrong_password', 401),
    });
    const { uiChanged, uiShown } = await openWidget();
    await press('Next');
    await giveEmail('ana@example.org');
    fill('Password', 'x');
    await press('Sign in');
    await press('Trouble signing in?');
    expect(uiChanged.mock.calls).toEqual([
      [null, 'signIn'],
      ['signIn', 'passwordSignIn'],
      ['passwordSignIn', 'passwordRecovery'],
    ]);
    expect(uiShown).toHaveBeenCalledOnce();
  });

  test('W15 an error that can be tried again has a button for it, another has none', async () => {
    at('/app?mode=verifyEmail&oobCode=c1');
    let down = true;
    authServer({ '/oob/apply': () => (down ? refusal('unavailable', 503) : { body: {} }) });
    await openWidget();
    await press('Confirm');
    expect(pageId()).toBe('recoverableError');
    down = false;
    await press('Try again');
    expect(pageId()).toBe('emailVerificationSuccess');
  });

  test('W15 without anything to repeat there is no button', async () => {
    at('/app?mode=verifyEmail');
    authServer({});
    await openWidget();
    expect(pageId()).toBe('recoverableError');
    expect(screen.queryAllByRole('button')).toEqual([]);
  });

  test('W16 Cancel aborts the request, and a late success signs nobody in', async () => {
    const calls = authServer({
      '/methods': { body: { methods: [] } },
      '/sign-up': { body: exampleSession(), after: 900 },
    });
    const { signInSuccessWithAuthResult } = await openWidget();
    await giveEmail('ana@example.org');
    fill('First and last name', 'Ana');
    fill('Choose a password', 'long enough 1');
    await press('Save');
    await press('Cancel');
    expect(pageId()).toBe('signIn');
    expect(calls.at(-1)?.aborted()).toBe(true);
    await pass(2000);
    expect(pageId()).toBe('signIn');
    expect(signInSuccessWithAuthResult).not.toHaveBeenCalled();
    expect(sessionSnapshot()).toEqual({ status: 'signed_out' });
    expect(window.localStorage.getItem('paragraf::signed-in')).toBeNull();
  });

  test("the texts follow the container's language", async () => {
    authServer({});
    const { container } = await openWidget();
    expect(container.firstElementChild).toHaveAttribute('lang', 'en');
    await showLanguage('ro');
    await pass();
    await press('Înainte');
    expect(container.firstElementChild).toHaveAttribute('lang', 'ro');
    expect(errorOf('E-mail')).toBe('Scrie adresa de e-mail ca să continui');
  });
});
