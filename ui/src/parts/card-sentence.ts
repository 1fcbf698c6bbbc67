import type { ArticleSummary } from '../api/types.ts';
import { plainOpening } from '../ui/parse-markdown.ts';

const maxCharacters = 200;

function shortened(text: string): string {
  if (text.length <= maxCharacters) return text;
  const cut = text.slice(0, maxCharacters);
  return `${cut.slice(0, cut.lastIndexOf(' ')).replace(/[\s,;:.–-]+$/, '')}…`;
}

/** What changes, in one sentence: the article's own, or the beginning of its explanation. */
export function cardSentence({ in_short, simple_explanation }: ArticleSummary): string {
  return in_short ?? shortened(plainOpening(simple_explanation));
}
