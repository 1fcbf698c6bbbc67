import { expect, test } from 'vitest';
import { concerned, exampleReport } from '../test/example-concerns.ts';
import { aboutWords, withWhoseNotes } from './whose-notes.ts';

const both = (text: string) => ({ ro: text, en: text });
const notes = [
  { words: both('check the period'), profiles: [1] },
  { words: both('ask an accountant.'), profiles: [0, 2] },
];
const unsure = { verify: both('x'), verify_by_profile: notes };

test('a note about some of the profiles names them', () => {
  const report = exampleReport({
    duties: { d300: concerned('yes', 'because', unsure), d112: concerned('yes', 'because') },
    articles: {
      vat: concerned('yes', 'because', {
        entries: { 0: { answer: 'yes', certain: false, missing: [], ...unsure } },
      }),
    },
  });
  const named = withWhoseNotes(report, ['Me', 'My firm', 'Client']);
  const words = 'check the period (My firm); ask an accountant (Me, Client)';
  expect(named.duties.d300?.verify).toEqual(both(words));
  expect(named.articles.vat?.entries?.[0]?.verify).toEqual(both(words));
  expect(named.duties.d112).toBe(report.duties.d112);
  expect(withWhoseNotes(report, ['Me'])).toBe(report);
});

test('a report without such notes stays the same', () => {
  const verify = both('check the period');
  const report = exampleReport({ duties: { d300: concerned('yes', 'because', { verify }) } });
  expect(withWhoseNotes(report, ['Me', 'My firm'])).toBe(report);
  expect(aboutWords('the sum.', 'rents')).toBe('the sum (rents)');
});

test('no two brackets stand in a row', () => {
  expect(aboutWords('the sum (The club).', 'rents')).toBe('the sum (The club) – rents');
});
