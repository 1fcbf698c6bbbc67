/** A line that is to be verified. */
export interface Unverified {
  /** The form, or the words of the line. */
  name: string;
  /** What to verify. */
  verify: string;
}

/** Lines that are to be verified for the same reason. */
export interface VerifyGroup {
  verify: string;
  /** Each once. */
  names: string[];
}

/** Groups lines by what to verify, in their order; without the groups of fewer than `least` names. */
export function verifyGroups(lines: Unverified[], least = 1): VerifyGroup[] {
  const groups = new Map<string, Set<string>>();
  for (const { name, verify } of lines) {
    groups.set(verify, (groups.get(verify) ?? new Set()).add(name));
  }
  return [...groups]
    .map(([verify, names]) => ({ verify, names: [...names] }))
    .filter(({ names }) => names.length >= least);
}
