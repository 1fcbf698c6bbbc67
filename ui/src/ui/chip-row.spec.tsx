import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Chip } from './chip.tsx';
import { ChipRow } from './chip-row.tsx';

/* A row of 300 px, with chips of 100 px side by side. */
function layOut() {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100);
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (
    this: HTMLElement,
  ) {
    return [...(this.parentElement?.children ?? [])].indexOf(this) * 100;
  });
}

function row(chosen: number) {
  return (
    <ChipRow label="Importance" chosen={chosen}>
      {[0, 1, 2, 3, 4, 5].map((chip) => (
        <Chip key={chip} chosen={chip === chosen} onChoose={() => {}}>
          {chip}
        </Chip>
      ))}
    </ChipRow>
  );
}

test('the chosen chip slides into view, and a row that shows it stays', () => {
  layOut();
  const { rerender } = render(row(1));
  const group = screen.getByRole('group', { name: 'Importance' });
  expect(group.scrollLeft).toBe(0);
  rerender(row(4));
  expect(group.scrollLeft).toBe(300);
  rerender(row(0));
  expect(group.scrollLeft).toBeLessThanOrEqual(0);
});
