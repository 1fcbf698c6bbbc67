import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import en from '../../i18n/locales/en/operator.json';
import ro from '../../i18n/locales/ro/operator.json';

const { components } = JSON.parse(readFileSync('../src/web/openapi.json', 'utf8'));

test.each([
  ['AttentionKind', 'kind'],
  ['DeliveryState', 'delivery'],
  ['DiagnosisOutcome', 'outcome'],
  ['MessageKind', 'mail_kind'],
  ['ReportKind', 'report'],
  ['SkipReason', 'skipped'],
] as const)('every %s has words in both languages', (schema, words) => {
  const names = components.schemas[schema].enum.sort();
  expect(names.length).toBeGreaterThan(3);
  for (const texts of [en, ro]) {
    expect(Object.keys(texts[words]).sort()).toEqual(names);
  }
});
