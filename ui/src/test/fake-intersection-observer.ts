import { act } from '@testing-library/react';
import { vi } from 'vitest';

interface Watch {
  element: Element;
  notify: (entry: Partial<IntersectionObserverEntry>) => void;
}

const rect = (height: number) => ({ height }) as DOMRectReadOnly;

/** An IntersectionObserver driven by the test. */
export function fakeIntersectionObserver() {
  const watched = new Set<Watch>();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      #own = new Set<Watch>();
      #callback: IntersectionObserverCallback;
      constructor(callback: IntersectionObserverCallback) {
        this.#callback = callback;
      }
      observe(element: Element) {
        const watch: Watch = {
          element,
          notify: (entry) =>
            this.#callback(
              [entry as IntersectionObserverEntry],
              this as unknown as IntersectionObserver,
            ),
        };
        this.#own.add(watch);
        watched.add(watch);
      }
      disconnect() {
        for (const watch of this.#own) watched.delete(watch);
      }
    },
  );
  return {
    watched,
    /** Shows this many pixels of a card of this height on a screen of 800. */
    show(visible: number, height = 400, which = 0) {
      const watch = [...watched][which];
      act(() =>
        watch?.notify({
          isIntersecting: visible > 0,
          intersectionRect: rect(visible),
          boundingClientRect: rect(height),
          rootBounds: rect(800),
        }),
      );
    },
  };
}
