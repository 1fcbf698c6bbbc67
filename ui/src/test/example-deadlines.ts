/** A deadline of an article. */
export const exampleDeadline = (slug: string, date: string, changes = {}) => ({
  id: `${slug}.1`,
  date,
  kind: 'due',
  index: 0,
  recurring: false,
  working_day: true,
  what: `pay for ${slug}`,
  roles: ['employer'],
  slug,
  title: slug,
  topic: 'munca',
  domains: [],
  importance: 3,
  duties: [] as string[],
  ...changes,
});

/** A duty that is due each month. */
export const exampleDuty = {
  id: 'd112-monthly',
  topic: 'munca',
  title: 'Monthly payroll return',
  what: 'You declare the contributions.',
  form: 'D112',
  short: 'payroll',
  roles: ['employer'],
  conditions: 'If you have employees.',
  optional: false,
  recurs: { monthly: 25 },
  shift: 'tax',
  rule: 'by the 25th',
  shift_rule: 'Moves to the next working day.',
  legal_basis: [{ act: 'Law 227/2015', provision: 'art. 147' }],
  sources: [{ url: 'https://anaf.ro/x', host: 'anaf.ro', official: true }],
  official: true,
  confidence: 'high',
  articles: [{ slug: 'd112', title: 'D112 changes', lang: 'en' }],
  days: [
    {
      id: 'duty.d112-monthly.2026-12',
      date: '2026-12-21',
      nominal: '2026-12-25',
      shift_reason: 'december',
      period: '2026-11',
    },
  ],
};

/** A duty that is due only when something happens. */
export const exampleEventDuty = {
  ...exampleDuty,
  id: 'd100-monthly',
  form: 'D100',
  short: 'dividends',
  event: 'only in months of payment',
  title: 'Another return',
  days: [{ id: 'duty.d100-monthly.2026-12', date: '2026-12-21' }],
};

/** A duty with a term from an event. */
export const exampleContract = {
  ...exampleDuty,
  id: 'c168',
  form: 'C168',
  title: 'Registering a contract',
  rule: 'within 30 days of signing',
  recurs: undefined,
  within: { days: 30 },
  event: 'for each contract',
  days: [],
};
