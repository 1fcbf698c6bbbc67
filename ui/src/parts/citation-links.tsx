import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import type { Article } from '../api/types.ts';
import { useAppPaths } from '../hooks/use-app-paths.ts';
import { CitationContext } from '../ui/cited-words.tsx';

interface CitationLinksProps {
  citations: Article['citations'];
  children: ReactNode;
}

/** Makes the citations in the texts inside lead to the pages of their acts. */
export function CitationLinks({ citations, children }: CitationLinksProps) {
  const { act } = useAppPaths();
  const to = act('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `to` stands for the language in the address
  const renderer = useMemo(() => {
    const acts = new Map(citations.map((citation) => [citation.text, citation.act]));
    return {
      pieces: [...acts.keys()],
      link: (piece: string, words: ReactNode) => {
        const id = acts.get(piece);
        return id ? <Link to={act(id)}>{words}</Link> : words;
      },
    };
  }, [citations, to]);
  return <CitationContext value={renderer}>{children}</CitationContext>;
}
