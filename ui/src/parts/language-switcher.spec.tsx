import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { LanguageSwitcher } from './language-switcher.tsx';

function show() {
  const onChoose = vi.fn();
  render(
    <>
      <LanguageSwitcher side="bottom" onChoose={onChoose} />
      <button type="button">next</button>
    </>,
  );
  return onChoose;
}

const trigger = () => screen.getByRole('button', { name: /^Language: ?En$/ });
const menu = () => screen.queryByRole('menu');

describe('language switcher', () => {
  test('stays for 300 ms after the pointer has left, and for good when it comes back', () => {
    vi.useFakeTimers();
    show();
    const area = trigger().parentElement as HTMLElement;
    fireEvent.pointerEnter(area, { pointerType: 'mouse' });
    expect(menu()).toBeVisible();
    fireEvent.pointerLeave(area, { pointerType: 'mouse' });
    act(() => vi.advanceTimersByTime(299));
    expect(menu()).toBeVisible();
    fireEvent.pointerEnter(area, { pointerType: 'mouse' });
    act(() => vi.advanceTimersByTime(1000));
    expect(menu()).toBeVisible();
    fireEvent.pointerLeave(area, { pointerType: 'mouse' });
    act(() => vi.advanceTimersByTime(300));
    expect(menu()).toBeNull();
  });

  test('by keyboard', async () => {
    const user = userEvent.setup();
    const onChoose = show();
    await user.tab();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('menuitemradio', { name: /^En/ })).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('menuitemradio', { name: /^Ro/ })).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('menuitemradio', { name: /^En/ })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(menu()).toBeNull();
    expect(trigger()).toHaveFocus();
    await user.keyboard('{ArrowUp}{Enter}');
    expect(onChoose).toHaveBeenCalledExactlyOnceWith('ro');
    expect(trigger()).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    await user.tab();
    expect(menu()).toBeNull();
    expect(screen.getByRole('button', { name: 'next' })).toHaveFocus();
  });

  test('by finger: a tap opens, a tap beside it closes', async () => {
    const user = userEvent.setup();
    show();
    await user.pointer([{ keys: '[TouchA]', target: trigger() }]);
    expect(menu()).toBeVisible();
    await user.pointer([{ keys: '[TouchA]', target: document.body }]);
    expect(menu()).toBeNull();
    await user.pointer([{ keys: '[TouchA]', target: trigger() }]);
    await user.pointer([{ keys: '[TouchA]', target: trigger() }]);
    expect(menu()).toBeNull();
  });

  test('a press after the hover does not close what the hover opened', async () => {
    const user = userEvent.setup();
    show();
    await user.hover(trigger());
    await user.click(trigger());
    expect(menu()).toBeVisible();
    expect(trigger()).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByRole('menuitemradio', { checked: true })).toHaveTextContent('En');
  });
});
