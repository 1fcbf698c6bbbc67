import type { ReactNode } from 'react';
import { Tagged } from '../../ui/tagged.tsx';

/** How an address is emphasised within a sentence. */
export const strong: Record<string, (inner: string) => ReactNode> = {
  email: (inner) => <strong>{inner}</strong>,
};

/** A paragraph that names an address. */
export function WithEmail({ text }: { text: string }) {
  return (
    <p>
      <Tagged text={text} tags={strong} />
    </p>
  );
}
