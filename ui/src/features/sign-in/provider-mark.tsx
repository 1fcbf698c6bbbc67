import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { knownId } from './provider-look.ts';

/* Simple drawings of our own on a field of 24, in the colour of the text unless the provider is known by several. */
const marks: Record<string, ReactNode> = {
  'google.com': (
    <g fill="none" strokeWidth="4">
      <path stroke="#ea4335" d="M5.2 7.7A8 8 0 0 1 17.6 6.3" />
      <path stroke="#fbbc05" d="M5.2 16.3A8 8 0 0 1 5.2 7.7" />
      <path stroke="#34a853" d="M17.4 17.9A8 8 0 0 1 5.2 16.3" />
      <path stroke="#4285f4" d="M12 12h8a8 8 0 0 1-2.6 5.9" />
    </g>
  ),
  'microsoft.com': (
    <>
      <path fill="#f25022" d="M3 3h8.5v8.5H3z" />
      <path fill="#7fba00" d="M12.5 3H21v8.5h-8.5z" />
      <path fill="#00a4ef" d="M3 12.5h8.5V21H3z" />
      <path fill="#ffb900" d="M12.5 12.5H21V21h-8.5z" />
    </>
  ),
  'apple.com': (
    <g fill="currentColor">
      <ellipse cx="9" cy="14.5" rx="5" ry="6.5" />
      <ellipse cx="15" cy="14.5" rx="5" ry="6.5" />
      <path d="M12 7c0-3 1.5-5 4-5.5C16 4.5 14.5 6.5 12 7z" />
    </g>
  ),
  'yahoo.com': (
    <g stroke="currentColor" strokeWidth="3.4" fill="none">
      <path d="M3 6l6 8M14.5 6L7 20M19 3.5v10" />
      <circle cx="19" cy="18.5" r="0.4" />
    </g>
  ),
  'github.com': (
    <g fill="currentColor">
      <path d="M4 3l6 3H4zM20 3l-6 3h6z" />
      <circle cx="12" cy="11" r="8" />
      <path d="M9 17h6v5H9z" />
      <path d="M3 16c2 0 2 4 6 4" fill="none" stroke="currentColor" strokeWidth="2" />
    </g>
  ),
  'facebook.com': (
    <path
      fill="none"
      stroke="currentColor"
      strokeWidth="3.6"
      d="M17 4h-1.5C13 4 12 5.5 12 8v14M7.5 12.5H16"
    />
  ),
  'twitter.com': (
    <g fill="none" stroke="currentColor">
      <path strokeWidth="3.6" d="M4.5 3.5l15 17" />
      <path strokeWidth="1.8" d="M19.5 3.5l-15 17" />
    </g>
  ),
};

/** A provider's mark; a key for one that is not widely known. */
export function ProviderMark({ provider }: { provider: string }) {
  const mark = marks[knownId(provider) ?? ''];
  if (!mark) return <KeyRound />;
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      {mark}
    </svg>
  );
}
