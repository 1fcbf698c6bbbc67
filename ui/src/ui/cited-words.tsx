import { createContext, type ReactNode, use } from 'react';
import { Link } from 'react-router';
import { KeptWords } from './kept-words.tsx';

/** A piece of a text that names an act, and the address of the act's page. */
export interface CitationLink {
  text: string;
  to: string;
}

/** The citations in the texts below, the longest first. */
export const CitationLinks = createContext<readonly CitationLink[]>([]);

/* A word or a number that goes on after the piece is another one. */
const endsHere = '(?![\\p{L}\\d]|[./]\\d)';

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Words in which citations lead to their acts. */
export function CitedWords({ text }: { text: string }): ReactNode {
  const links = use(CitationLinks);
  const found = links.filter((link) => text.includes(link.text));
  if (found.length === 0) return <KeptWords text={text} />;
  const pieces = found.map((link) => escaped(link.text)).join('|');
  const parts = text.split(new RegExp(`(?<![\\p{L}\\d])(${pieces})${endsHere}`, 'u'));
  return parts.map((part, index) => {
    const to = index % 2 === 1 && found.find((link) => link.text === part)?.to;
    // The text never changes in place, so its position is its identity.
    const key = `${index}`;
    return to ? (
      <Link key={key} to={to}>
        <KeptWords text={part} />
      </Link>
    ) : (
      <KeptWords key={key} text={part} />
    );
  });
}
