import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { refusal } from '../../test/auth-server.ts';
import {
  afterEmail,
  exampleEmail as email,
  errorOf,
  field,
  fill,
  freshWidget,
  infoBar,
  pageId,
  press,
} from '../../test/widget.tsx';

beforeEach(freshWidget);

describe('recovery', () => {
  async function atRecovery(server: Parameters<typeof afterEmail>[0]) {
    const given = await afterEmail(server);
    await press('Trouble signing in?');
    return given;
  }

  test('P16 a known address: the mail, its page, and Done', async () => {
    const { calls } = await atRecovery({ '/oob/send': { body: { email } } });
    expect(field('E-mail')).toHaveValue(email);
    await press('Send');
    expect(calls.at(-1)?.body).toEqual({ kind: 'password_reset', email, lang: 'en' });
    expect(pageId()).toBe('passwordRecoveryEmailSent');
    expect(screen.getByText(email)).toBeInTheDocument();
    await press('Done');
    expect(pageId()).toBe('signIn');
  });

  test('P17 an unknown address', async () => {
    await atRecovery({ '/oob/send': refusal('user_not_found', 404) });
    await press('Send');
    expect(errorOf('E-mail')).toBe("That email address doesn't match an existing account");
  });

  test('the limit of mails is not that of wrong passwords', async () => {
    await atRecovery({ '/oob/send': refusal('too_many_requests', 429) });
    await press('Send');
    expect(errorOf('E-mail')).toBe('Too many requests. Please try again in a few minutes.');
  });

  test('a broken network is not the fault of the address', async () => {
    await atRecovery({});
    vi.mocked(fetch).mockRejectedValue(new TypeError('Failed to fetch'));
    await press('Send');
    expect(infoBar()).toBe('A network error has occurred');
    expect(errorOf('E-mail')).toBeNull();
  });

  test('the address as it was typed goes along to the recovery', async () => {
    await afterEmail({});
    fill('E-mail', 'ion@example.org');
    await press('Trouble signing in?');
    expect(field('E-mail')).toHaveValue('ion@example.org');
  });
});
