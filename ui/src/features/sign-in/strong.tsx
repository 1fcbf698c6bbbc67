import type { ReactNode } from 'react';

/** How an address is emphasised within a sentence. */
export const strong: Record<string, (inner: string) => ReactNode> = {
  email: (inner) => <strong>{inner}</strong>,
};
