import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ButtonTabs } from './tabs.tsx';

/* A row of 300 px, with tabs of 100 px side by side. */
function layOut() {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100);
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (
    this: HTMLElement,
  ) {
    return [...(this.parentElement?.children ?? [])].indexOf(this) * 100;
  });
}

const names = ['0', '1', '2', '3', '4', '5'] as const;

function row(chosen: (typeof names)[number]) {
  const tabs = names.map((value) => ({ value, name: value }));
  return <ButtonTabs label="Importance" chosen={chosen} tabs={tabs} onChoose={() => {}} />;
}

test('the chosen tab slides into view, and a row that shows it stays', () => {
  layOut();
  const { rerender } = render(row('1'));
  const group = screen.getByRole('group', { name: 'Importance' });
  expect(group.scrollLeft).toBe(0);
  rerender(row('4'));
  expect(group.scrollLeft).toBe(300);
  rerender(row('0'));
  expect(group.scrollLeft).toBeLessThanOrEqual(0);
});
