import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AudienceRole, Step } from '../../api/types.ts';
import { useDoneSteps } from '../../hooks/done-steps.ts';
import { groupSteps } from './step-groups.ts';
import { StepList } from './step-list.tsx';

const step = (id: string, roles: AudienceRole[] = [], date?: string): Step => ({
  id,
  text: `Pasul **${id}**.`,
  roles,
  ...(date && { date }),
});
const steps = [
  step('a', ['landlord']),
  step('b', ['tenant'], '2026-12-31'),
  step('c', ['landlord'], '2026-11-01'),
  step('d'),
];

function Shown({ of }: { of: Step[] }) {
  const done = useDoneSteps('lege-1');
  return <StepList slug="lege-1" steps={of} lang="ro" today="2026-11-22" done={done} />;
}

describe('the steps', () => {
  beforeEach(() => {
    window.localStorage.setItem('paragraf::done', '{}');
  });

  test('are grouped by role, the reader’s first', () => {
    const ids = (groups: ReturnType<typeof groupSteps>) =>
      groups.map((group) => group.steps.map(({ id }) => id).join(''));
    expect(ids(groupSteps(steps, []))).toEqual(['d', 'ac', 'b']);
    expect(ids(groupSteps(steps, ['tenant']))).toEqual(['b', 'd', 'ac']);
    expect(
      ids(groupSteps([step('x', ['company', 'farmer']), step('y', ['farmer', 'company'])], [])),
    ).toEqual(['xy']);
  });

  test('are a checklist with its count, kept on the device', async () => {
    const user = userEvent.setup();
    const first = render(<Shown of={steps} />);
    const list = within(screen.getByRole('list', { name: 'You rent out property' }));
    expect(screen.getByText('0 of 2')).toBeVisible();
    const box = list.getByRole('checkbox', { name: 'Pasul a.' });
    await user.click(box);
    expect(box).toBeChecked();
    expect(screen.getByText('1 of 2')).toBeVisible();
    first.unmount();
    // A new revision with another text and the same id.
    render(<Shown of={[{ ...step('a'), text: 'Altfel spus.' }]} />);
    expect(screen.getByRole('checkbox', { name: 'Altfel spus.' })).toBeChecked();
    await user.click(screen.getByRole('checkbox', { name: 'Altfel spus.' }));
    expect(window.localStorage.getItem('paragraf::done')).toBe('{}');
  });

  test('a step names its own day, and a missed one is called so until it is done', async () => {
    const user = userEvent.setup();
    render(<Shown of={steps} />);
    const described = (name: string) => screen.getByRole('checkbox', { name });
    expect(described('Pasul b.')).toHaveAccessibleDescription(/^by\s31\sDecember 2026$/);
    expect(described('Pasul c.')).toHaveAccessibleDescription(/^deadline missed:\s1\sNov/);
    await user.click(described('Pasul c.'));
    expect(described('Pasul c.')).toHaveAccessibleDescription(/^by\s1\sNovember 2026$/);
  });
});
