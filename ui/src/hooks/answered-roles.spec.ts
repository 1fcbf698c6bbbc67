import { expect, test } from 'vitest';
import { answeredRoles } from './answered-roles.ts';

test('a firm is a company, an employer and a VAT payer by its answers', () => {
  const facts = { subject: 'srl', farms: false, vat: 'monthly', employees: { from: 1, to: 9 } };
  expect(answeredRoles(facts)).toEqual(['company', 'vat_payer', 'employer']);
});

test('only what was chosen counts, not what the reader is unsure of', () => {
  const facts = {
    subject: 'person',
    vat: 'no',
    employees: 0,
    owns: { yes: ['home'], unsure: ['vehicle'] },
    situations: ['lets_property'],
  };
  expect(answeredRoles(facts)).toEqual(['home_owner', 'landlord']);
});
