import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { showLanguage } from '../i18n/setup.ts';
import { useImportance } from '../i18n/use-importance.ts';
import { ImportanceBadge } from './importance-badge.tsx';

function Badge({ value }: { value: number }) {
  return <ImportanceBadge {...useImportance()(value)} />;
}

describe('importance badge', () => {
  test.each([
    [1, 'Trivial', 'Trivial'],
    [2, 'Minor', 'Minor'],
    [3, 'Moderate', 'Moderat'],
    [4, 'Important', 'Important'],
    [5, 'Urgent', 'Urgent'],
    [0, 'Unknown Impact', 'Impact necunoscut'],
    [9, 'Unknown Impact', 'Impact necunoscut'],
    [2.5, 'Unknown Impact', 'Impact necunoscut'],
  ])('%d is %s, in Romanian %s', async (value, en, ro) => {
    const { unmount } = render(<Badge value={value} />);
    expect(screen.getByRole('button', { name: `Importance: ${en}` })).toHaveTextContent(en);
    unmount();
    await showLanguage('ro');
    render(<Badge value={value} />);
    expect(screen.getByRole('button', { name: `Importanță: ${ro}` })).toHaveTextContent(ro);
  });

  test('the level is shown by as many full dots', () => {
    const { container } = render(<Badge value={4} />);
    expect(container.querySelectorAll('circle.full')).toHaveLength(4);
    expect(container.querySelectorAll('circle.empty')).toHaveLength(1);
  });

  test('what the level means shows on focus and on a press', async () => {
    await showLanguage('ro');
    const user = userEvent.setup();
    render(<Badge value={5} />);
    await user.tab();
    expect(await screen.findByRole('tooltip')).toHaveTextContent('De exemplu');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('tooltip')).toBeNull();
    await user.click(screen.getByRole('button'));
    expect(await screen.findByRole('tooltip')).toHaveTextContent('amendă');
    expect(screen.getByRole('button')).toHaveAccessibleDescription(/amendă/);
  });
  test('a touch opens it, and a mouse that rests elsewhere does not close it', async () => {
    const user = userEvent.setup();
    render(<Badge value={5} />);
    const badge = screen.getByRole('button');
    await user.pointer({ keys: '[TouchA]', target: badge });
    expect(await screen.findByRole('tooltip')).toBeVisible();
    fireEvent.mouseLeave(badge);
    await user.hover(document.body);
    expect(screen.getByRole('tooltip')).toBeVisible();
    fireEvent.blur(badge);
    expect(screen.queryByRole('tooltip')).toBeNull();
  });
});
