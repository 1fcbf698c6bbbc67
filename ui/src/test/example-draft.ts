import type { Draft } from '../api/desk.ts';

/** The archived text of the example's act. */
export const exampleSource = `LEGE nr. 239 din 15 decembrie 2025
Art. 84. - (1) Cota este de 10% din venit, iar plafonul de 50.000 lei.
Articolul 7 intră în vigoare la 1 ianuarie 2026.`;

/** A draft on the desk for the tests. */
export function exampleDraft(changes: Partial<Draft> = {}): Draft {
  return {
    slug: 'chirii',
    title: 'Chiriile se impozitează cu 10%',
    topic: 'inchirieri',
    importance: 3,
    publish_date: '2026-01-09',
    act: 'Legea nr. 239/2025',
    updated_at: '2026-01-10T08:00:00Z',
    state: 'open',
    reasons: ['found_in_source'],
    findings: 0,
    version: 'v1',
    status: 'draft',
    revision: 1,
    finding_list: [],
    rule_reasons: [],
    rejections: [],
    source: {
      sha256: 'a'.repeat(64),
      url: 'https://legislatie.just.ro/Public/DetaliiDocument/1',
      fetched_at: '2026-01-09T08:00:00Z',
      text: exampleSource,
    },
    article: {
      slug: 'chirii',
      title: 'Chiriile se impozitează cu 10%',
      technical_summary: 'Legea nr. 239/2025 modifică art. 84.',
      simple_explanation: 'Plătești 10% peste 50.000 lei, nu 16%.',
      steps: [{ id: 'contract', text: 'Verifică contractul.' }],
      importance: 3,
      publish_date: '2026-01-09',
      topic: 'inchirieri',
      domains: ['chirii'],
    },
    ...changes,
  };
}
