import type { AudienceRole, Step } from '../../api/types.ts';

export interface StepGroup {
  /** Empty for everybody whom the article concerns. */
  roles: AudienceRole[];
  steps: Step[];
}

/** The steps by role: those of the reader's roles first, then those for everybody. */
export function groupSteps(steps: Step[], readerRoles: readonly AudienceRole[]): StepGroup[] {
  const groups = new Map<string, StepGroup>();
  for (const step of steps) {
    const key = [...step.roles].sort().join(' ');
    const group = groups.get(key) ?? { roles: step.roles, steps: [] };
    group.steps.push(step);
    groups.set(key, group);
  }
  const rank = ({ roles }: StepGroup) => {
    if (roles.some((role) => readerRoles.includes(role))) return 0;
    return roles.length === 0 ? 1 : 2;
  };
  return [...groups.values()].sort((a, b) => rank(a) - rank(b));
}
