import { createContext, Fragment, type ReactNode, use } from 'react';
import { KeptWords } from './kept-words.tsx';

/** How pieces of texts that name an act become links. */
interface CitationRenderer {
  /** The pieces, the longest first. */
  pieces: readonly string[];
  /** The link around the words of a piece. */
  link: (piece: string, words: ReactNode) => ReactNode;
}

/** The citations in the texts below. */
export const CitationContext = createContext<CitationRenderer | undefined>(undefined);

/* A word or a number that goes on after the piece is another one. */
const endsHere = '(?![\\p{L}\\d]|[./]\\d)';

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Words in which citations lead to their acts. */
export function CitedWords({ text }: { text: string }): ReactNode {
  const citations = use(CitationContext);
  const found = citations?.pieces.filter((piece) => text.includes(piece)) ?? [];
  if (!citations || found.length === 0) return <KeptWords text={text} />;
  const pieces = found.map(escaped).join('|');
  const parts = text.split(new RegExp(`(?<![\\p{L}\\d])(${pieces})${endsHere}`, 'u'));
  return parts.map((part, index) => {
    const words = <KeptWords text={part} />;
    // The text never changes in place, so its position is its identity.
    const key = `${index}`;
    return <Fragment key={key}>{index % 2 === 1 ? citations.link(part, words) : words}</Fragment>;
  });
}
