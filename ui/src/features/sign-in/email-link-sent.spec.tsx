import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { authServer, refusal } from '../../test/auth-server.ts';
import {
  byLink,
  exampleEmail as email,
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

const config = { signInOptions: [byLink] };
const methods = { body: { methods: ['emailLink'] } };
const sent = { body: { email } };

/** A widget whose reader gave the address, with the server's answers to requests for a link. */
async function giveEmailTo(send: Parameters<typeof authServer>[0][string]) {
  const calls = authServer({ '/methods': methods, '/oob/send': send });
  await openWidget(config);
  await giveEmail();
  return calls;
}

describe('a link that is sent', () => {
  test('L05 the page for missing mails sends another link', async () => {
    const calls = await giveEmailTo(sent);
    await press('Trouble getting email?');
    expect(pageId()).toBe('emailNotReceived');
    expect(screen.getAllByRole('listitem')).toHaveLength(4);
    await press('Send again');
    expect(pageId()).toBe('emailLinkSignInSent');
    expect(calls.filter(({ path }) => path === '/oob/send')).toHaveLength(2);
  });

  test('Back from that page leads to the entry, and sends nothing', async () => {
    const calls = await giveEmailTo(sent);
    await press('Trouble getting email?');
    await press('Back');
    expect(pageId()).toBe('signIn');
    expect(field('E-mail')).toHaveValue(email);
    expect(calls).toHaveLength(2);
  });

  test('a mail that cannot be sent shows at the e-mail entry', async () => {
    await giveEmailTo(refusal('quota_exceeded', 429));
    expect(pageId()).toBe('signIn');
    expect(field('E-mail')).toHaveValue(email);
    expect(infoBar()).toBe('Too many messages were sent today. Try again later.');
  });

  test('a second mail that cannot be sent shows where it was requested', async () => {
    let asked = 0;
    await giveEmailTo(() => {
      asked += 1;
      return asked === 1 ? sent : refusal('quota_exceeded', 429);
    });
    await press('Trouble getting email?');
    await press('Send again');
    expect(pageId()).toBe('emailNotReceived');
    expect(infoBar()).toBe('Too many messages were sent today. Try again later.');
  });

  test('a second mail that is too early waits as long as the server wants', async () => {
    let asked = 0;
    await giveEmailTo(() => {
      asked += 1;
      return asked === 2 ? refusal('too_many_requests', 429, { 'Retry-After': '61' }) : sent;
    });
    await press('Trouble getting email?');
    await press('Send again');
    const pause = screen.getByText('You can have it sent again in 1:01.');
    expect(pause).toHaveFocus();
    expect(infoBar()).toBeNull();
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
    await pass(1000);
    expect(pause).toHaveTextContent('1:00');
    await pass(60_000);
    await press('Send again');
    expect(pageId()).toBe('emailLinkSignInSent');
  });

  test.each([
    ['/app?articleId=a', '/app?articleId=a'],
    ['?screen=topics', '/app?screen=topics'],
    ['https://blog.example/x', 'https://blog.example/x'],
    ['https://evil.example/x', undefined],
    ['http://', undefined],
  ])('the link continues where the host says: %s', async (url, continueUrl) => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const calls = authServer({ '/methods': methods, '/oob/send': sent });
    const option = { ...byLink, emailLinkSignIn: () => ({ url, handleCodeInApp: true }) };
    await openWidget({ signInOptions: [option], continueOrigins: ['https://blog.example'] });
    await giveEmail();
    expect(calls.at(-1)?.body.continue_url).toBe(continueUrl);
  });
});
