import { render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Language } from '../../i18n/language.ts';
import { showLanguage } from '../../i18n/setup.ts';
import { Found } from './found.tsx';

const full = {
  words: 'disk_nearly_full',
  values: { free_bytes: '900000000', total_bytes: '20000000000' },
  message: 'the disk is nearly full: 0.9 GB of 20.0 GB are free',
  remedy: 'give it more space',
};
const late = {
  words: 'mails_late',
  values: { mails: '7' },
  message: 'overdue messages: 7',
  remedy: '`paragraf mail outbox` shows the cause',
};

afterEach(() => showLanguage('en'));

test.each<[Language, string, string]>([
  ['en', 'The disk is nearly full: 900 MB of 20 GB are free.', 'Overdue messages: 7.'],
  ['ro', 'Discul este aproape plin: sunt liberi 900 MB din 20 GB.', 'Mesaje întârziate: 7.'],
])(
  'a finding has the words of the page in %s, and commands are code',
  async (language, ...texts) => {
    await showLanguage(language);
    render(
      <>
        <Found found={full} />
        <Found found={late} />
      </>,
    );
    const body = document.body.textContent.replaceAll('\u00a0', ' ');
    expect(texts.filter((text) => !body.includes(text))).toEqual([]);
    expect(screen.getByText('paragraf mail outbox').tagName).toBe('CODE');
    expect(document.querySelector('p[lang]')).toBeNull();
  },
);

test('a source has its name in a finding, and its code in a command', () => {
  const fails = {
    words: 'source_fails',
    values: {
      source: 'gazette',
      since_at: '2026-11-27T05:00:00Z',
      failures: '3',
      reason: 'HTTP 502',
    },
    message: 'x',
    remedy: 'x',
  };
  render(<Found found={fails} />);
  expect(screen.getByText(/^The Official Gazette cannot be read since/)).toBeVisible();
  expect(screen.getByText('paragraf import gazette')).toBeVisible();
});

test('a finding without words is in the English of the server', () => {
  render(<Found found={{ ...late, words: '', message: 'a `new` thing is off' }} />);
  expect(screen.getByText(/thing is off/)).toHaveAttribute('lang', 'en');
  expect(screen.getByText('new').tagName).toBe('CODE');
  expect(screen.getByText('paragraf mail outbox').tagName).toBe('CODE');
});
