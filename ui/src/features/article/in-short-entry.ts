import { mainEntry } from '../../api/dated-entry.ts';
import type { Article, DatedEntry } from '../../api/types.ts';
import { plainText } from '../../ui/parse-markdown.ts';

/** The dated entry of the "in short" box; without one, the day from which the rule applies. */
export function inShortEntry(article: Article, today: string): DatedEntry | undefined {
  const entry = mainEntry(article.deadlines, today);
  const date = article.applies_from ?? article.in_force_date;
  if (entry || !date) return entry;
  const ahead = date >= today;
  return {
    id: `${article.slug}.start`,
    kind: 'starts',
    date,
    what: '',
    roles: [],
    next_date: ahead ? date : null,
    state: ahead ? 'ahead' : 'past',
  };
}

const longest = 200;

/**
 * What changes, in a sentence; of an article without one, the beginning of its explanation. The
 * server's page has the same text.
 */
export function inShortText({ in_short, simple_explanation }: Article): string {
  if (in_short) return in_short;
  const letters = [...plainText(simple_explanation)];
  if (letters.length <= longest) return letters.join('');
  const cut = letters.slice(0, longest).join('');
  return `${cut.slice(0, cut.lastIndexOf(' ')).replace(/[,.;:]+$/, '')}…`;
}
