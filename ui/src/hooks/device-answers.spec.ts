import { expect, test } from 'vitest';
import { deviceAnswers } from './device-answers.ts';

const key = 'paragraf::answers';

test('"none of these" is an answer, and no answer is none', () => {
  deviceAnswers.set('owns', []);
  expect(deviceAnswers.get().facts).toEqual({ owns: [] });
  deviceAnswers.set('owns', undefined);
  expect(deviceAnswers.get().facts).toEqual({});
  expect(window.localStorage.getItem(key)).toBeNull();
});

test('a question with an answer is not passed over, and an answer takes back the skip', () => {
  deviceAnswers.set('farms', false);
  deviceAnswers.skip(['farms', 'owns']);
  expect(Date.parse(deviceAnswers.get().answeredAt.farms ?? '')).not.toBeNaN();
  expect(deviceAnswers.get()).toMatchObject({ facts: { farms: false }, skipped: ['owns'] });
  deviceAnswers.set('owns', ['home']);
  expect(deviceAnswers.get().skipped).toEqual([]);
});

test('reads every shape of an answer, and drops what is none', () => {
  const facts = {
    subject: 'srl',
    farms: true,
    employees: 3,
    turnover: { from: 1, to: 2 },
    passive_income: { from: 24_300, open: true },
    owns: ['home'],
    digital: { yes: ['uses_ai'], unsure: ['nis2_entity'] },
    vat: { unsure: true },
  };
  const wrong = { a: null, b: {}, f: { open: true }, c: [1], d: { from: 'x' }, e: Number.NaN };
  const kept = {
    facts: { ...facts, ...wrong },
    skipped: ['owns', 3],
    answeredAt: { farms: '2026-11-26T10:00:00Z', owns: 'x' },
  };
  window.localStorage.setItem(key, JSON.stringify(kept));
  expect(deviceAnswers.get()).toEqual({
    facts,
    skipped: [],
    answeredAt: { farms: '2026-11-26T10:00:00Z' },
  });
  window.localStorage.setItem(key, '"nonsense"');
  expect(deviceAnswers.get()).toEqual({ facts: {}, skipped: [], answeredAt: {} });
});

test('erases everything', () => {
  deviceAnswers.set('farms', true);
  deviceAnswers.erase();
  expect(deviceAnswers.get()).toEqual({ facts: {}, skipped: [], answeredAt: {} });
  expect(window.localStorage.getItem(key)).toBeNull();
});
