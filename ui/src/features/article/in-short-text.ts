import type { Article } from '../../api/types.ts';
import { plainText } from '../../ui/parse-markdown.ts';

const maxLetters = 200;

/**
 * What changes, in a sentence; of an article without one, the beginning of its explanation. The
 * server's page has the same text.
 */
export function inShortText({ in_short, simple_explanation }: Article): string {
  if (in_short) return in_short;
  const letters = [...plainText(simple_explanation)];
  if (letters.length <= maxLetters) return letters.join('');
  const cut = letters.slice(0, maxLetters).join('');
  return `${cut.slice(0, cut.lastIndexOf(' ')).replace(/[,.;:]+$/, '')}…`;
}
