import type { AudienceRole, Step } from '../../api/types.ts';

export interface StepGroup {
  /** Empty for everybody whom the article concerns. */
  roles: AudienceRole[];
  steps: Step[];
}

/** The steps by the roles that they name, in the article's order, but first those of the reader. */
export function groupSteps(steps: Step[], readerRoles: readonly AudienceRole[]): StepGroup[] {
  const groups = new Map<string, StepGroup>();
  for (const step of steps) {
    const key = [...step.roles].sort().join(' ');
    const group = groups.get(key) ?? { roles: step.roles, steps: [] };
    group.steps.push(step);
    groups.set(key, group);
  }
  const isReaders = ({ roles }: StepGroup) => roles.some((role) => readerRoles.includes(role));
  const all = [...groups.values()];
  return [...all.filter(isReaders), ...all.filter((group) => !isReaders(group))];
}
