import { articleSummaryInShortMaxLength } from '../api/limits.gen.ts';
import type { ArticleSummary } from '../api/types.ts';
import { plainText } from '../ui/parse-markdown.ts';

/**
 * What changes, in a sentence; of an article without one, the beginning of its explanation. The
 * server's pages have the same text.
 */
export function inShortText({ in_short, simple_explanation }: ArticleSummary): string {
  if (in_short) return in_short;
  const letters = [...plainText(simple_explanation)];
  if (letters.length <= articleSummaryInShortMaxLength) return letters.join('');
  const cut = letters.slice(0, articleSummaryInShortMaxLength).join('');
  const end = cut.lastIndexOf(' ');
  return `${(end < 0 ? cut : cut.slice(0, end)).replace(/[ ,.;:–—·]+$/, '')}…`;
}
