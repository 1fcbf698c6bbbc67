import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

/* Specified: how much of a card must be visible, and for how long. */
const neededShare = 0.8;
const neededTime = 2000;
const thresholdSteps = 20;

/** Calls back once something was visible for two seconds without interruption. */
export function useLookedAt(inView: boolean, onSeen: () => void): void {
  const seen = useEffectEvent(onSeen);
  useEffect(() => {
    if (!inView) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    function watch() {
      clearTimeout(timer);
      // A hidden page is not being read.
      if (document.visibilityState === 'visible') timer = setTimeout(seen, neededTime);
    }
    watch();
    document.addEventListener('visibilitychange', watch);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', watch);
    };
  }, [inView]);
}

/* For a card higher than the screen, as much as the screen can show. */
function isMostlySeen(entry: IntersectionObserverEntry): boolean {
  const screen = entry.rootBounds?.height ?? window.innerHeight;
  const whole = Math.min(entry.boundingClientRect.height, screen);
  return entry.isIntersecting && entry.intersectionRect.height >= neededShare * whole;
}

/** Calls back once an element was in view for two seconds; only while `active`. */
export function useDwell(
  element: RefObject<HTMLElement | null>,
  active: boolean,
  onSeen: () => void,
): void {
  const [inView, setInView] = useState(false);
  useEffect(() => {
    const watched = element.current;
    if (!active || !watched) return undefined;
    const threshold = Array.from(
      { length: thresholdSteps + 1 },
      (_, step) => step / thresholdSteps,
    );
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1);
        if (last) setInView(isMostlySeen(last));
      },
      { threshold },
    );
    observer.observe(watched);
    return () => {
      observer.disconnect();
      setInView(false);
    };
  }, [element, active]);
  useLookedAt(active && inView, onSeen);
}
