import { act, render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeIntersectionObserver } from '../test/fake-intersection-observer.ts';
import { useDwell } from './use-dwell.ts';

const seen = vi.fn();

function Card({ active = true }: { active?: boolean }) {
  const card = useRef<HTMLDivElement>(null);
  useDwell(card, active, seen);
  return <div ref={card} />;
}

function turn(state: 'hidden' | 'visible') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

const pass = (time: number) => act(() => vi.advanceTimersByTime(time));

describe('looking at a card', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    seen.mockReset();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('1.9 seconds are too short, 2 are enough, and it counts once', () => {
    const observer = fakeIntersectionObserver();
    render(<Card />);
    observer.show(400);
    pass(1900);
    expect(seen).not.toHaveBeenCalled();
    pass(100);
    expect(seen).toHaveBeenCalledOnce();
    pass(10_000);
    expect(seen).toHaveBeenCalledOnce();
  });

  test.each([
    ['79 percent', 316, 400, 0],
    ['80 percent', 320, 400, 1],
    ['a high card that fills the screen', 800, 3000, 1],
    ['a high card on 79 percent of the screen', 632, 3000, 0],
  ])('%s', (_, visible, height, times) => {
    const observer = fakeIntersectionObserver();
    render(<Card />);
    observer.show(visible, height);
    pass(2000);
    expect(seen).toHaveBeenCalledTimes(times);
  });

  test('leaving the view cancels, and coming back restarts', () => {
    const observer = fakeIntersectionObserver();
    render(<Card />);
    observer.show(400);
    pass(1900);
    observer.show(100);
    pass(5000);
    expect(seen).not.toHaveBeenCalled();
    observer.show(400);
    pass(1900);
    expect(seen).not.toHaveBeenCalled();
    pass(100);
    expect(seen).toHaveBeenCalledOnce();
  });

  test('a hidden page does not count', () => {
    const observer = fakeIntersectionObserver();
    render(<Card />);
    observer.show(400);
    pass(1500);
    turn('hidden');
    pass(5000);
    expect(seen).not.toHaveBeenCalled();
    turn('visible');
    pass(2000);
    expect(seen).toHaveBeenCalledOnce();
  });

  test('what is no notification is not watched, and a screen that is left is forgotten', () => {
    const observer = fakeIntersectionObserver();
    const { rerender, unmount } = render(<Card active={false} />);
    expect(observer.watched.size).toBe(0);
    rerender(<Card />);
    observer.show(400);
    unmount();
    expect(observer.watched.size).toBe(0);
    pass(3000);
    expect(seen).not.toHaveBeenCalled();
  });
});
