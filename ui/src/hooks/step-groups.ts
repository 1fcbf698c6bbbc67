import type { AudienceRole, ConcernAnswer, Step } from '../api/types.ts';

/** A step with its number in the article, the same for every reader, on the server's page and in mails. */
export interface NumberedStep extends Step {
  number: number;
}

export interface StepGroup {
  /** Empty for everybody whom the article concerns. */
  roles: AudienceRole[];
  steps: NumberedStep[];
}

/** The steps by role: those of the reader's roles first, then those for everybody. */
export function groupSteps(steps: Step[], readerRoles: readonly AudienceRole[]): StepGroup[] {
  const groups = new Map<string, { roles: AudienceRole[]; steps: Step[] }>();
  for (const step of steps) {
    const key = [...step.roles].sort().join(' ');
    const group = groups.get(key) ?? { roles: step.roles, steps: [] };
    group.steps.push(step);
    groups.set(key, group);
  }
  let number = 0;
  const numbered = [...groups.values()]
    .sort((a, b) => Number(a.roles.length > 0) - Number(b.roles.length > 0))
    .map((group) => ({
      ...group,
      steps: group.steps.map((step) => {
        number += 1;
        return { ...step, number };
      }),
    }));
  const isReaders = ({ roles }: StepGroup) => roles.some((role) => readerRoles.includes(role));
  return numbered.sort((a, b) => Number(isReaders(b)) - Number(isReaders(a)));
}

interface Reader {
  readerRoles: readonly AudienceRole[];
  hasStep: (id: string) => boolean;
  /** The ids of the steps that are done. */
  done: readonly string[];
}

/** The reader's next step and its place among the reader's. */
export interface NextStep {
  step: Step;
  at: number;
  total: number;
  /** Some steps are done. */
  begun: boolean;
}

/** The reader's own steps in their order, and the first that is not done. */
export function ownSteps(
  all: Step[],
  { readerRoles, hasStep, done }: Reader,
): { steps: Step[]; next: NextStep | undefined } {
  const groups = groupSteps(all, readerRoles);
  const steps = groups.flatMap((group) => group.steps).filter(({ id }) => hasStep(id));
  const at = steps.findIndex(({ id }) => !done.includes(id));
  const step = steps[at];
  const begun = steps.some(({ id }) => done.includes(id));
  return { steps, next: step && { step, at: at + 1, total: steps.length, begun } };
}

/** Whether a step of an article is the reader's: what may be the reader's stays in sight. */
export function isReadersStep(concern: ConcernAnswer | undefined): (id: string) => boolean {
  return (id) => (concern?.steps?.[id] ?? concern)?.answer !== 'no';
}

/** The id of a step's box on the page. */
export const stepBoxId = (id: string) => `step-${id}`;
