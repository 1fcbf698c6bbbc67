import { useMemo } from 'react';
import type { AudienceRole } from '../api/types.ts';
import { useInterests } from './use-interests.ts';

/* The roles that a topic implies; the other topics concern too many roles. */
const roles: Record<string, AudienceRole[]> = {
  inchirieri: ['landlord', 'tenant'],
  afaceri: ['company', 'self_employed', 'vat_payer', 'employer'],
  terenuri: ['land_owner', 'farmer'],
  subventii: ['farmer'],
};

/** The roles that follow from the topics a reader has chosen. */
export function useReaderAudience(): AudienceRole[] {
  const { topics } = useInterests();
  return useMemo(() => [...new Set(topics?.flatMap((id) => roles[id] ?? []))], [topics]);
}
