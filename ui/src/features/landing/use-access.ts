import { useEffect, useState } from 'react';
import { fetchSite, type SiteAnswer } from '../../api/site.ts';
import type { Site } from '../../api/types.ts';
import { second } from '../../durations.ts';
import { clockSkew } from './time-left.ts';

/* A timer may fire some milliseconds early or late; exactly on the second it would show one value
   twice and skip the next. */
const afterSecond = 40;

/** Milliseconds until the displayed second changes. */
const nextTick = (left: number) => (left % second) + afterSecond;

export interface Access {
  site: Site | undefined;
  /**
   * Whether early access is open. The prerendered page assumes that it is: every article can be read
   * before the configured date too.
   */
  isOpen: boolean;
  /** Milliseconds until it opens. */
  left: number;
}

function useSiteAnswer() {
  const [answer, setAnswer] = useState<SiteAnswer & { skew: number }>();
  useEffect(() => {
    let gone = false;
    const ask = () =>
      fetchSite().then(
        (given) => {
          if (gone) return;
          window.removeEventListener('online', ask);
          setAnswer({ ...given, skew: clockSkew(given.serverTime, Date.now()) });
        },
        // Without the answer the page lacks only the operator's details; the next connection brings
        // them.
        () => {},
      );
    window.addEventListener('online', ask);
    void ask();
    return () => {
      gone = true;
      window.removeEventListener('online', ask);
    };
  }, []);
  return answer;
}

/** What the page learns after loading: the operator's details and the state of early access. */
export function useAccess(): Access {
  const answer = useSiteAnswer();
  const [now, setNow] = useState(0);
  const launch = Date.parse(answer?.site.launch_at ?? '');
  const skew = answer?.skew ?? 0;

  useEffect(() => {
    if (Number.isNaN(launch)) return;
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const current = Date.now() + skew;
      setNow(current);
      if (current < launch) timer = setTimeout(tick, nextTick(launch - current));
    };
    tick();
    return () => clearTimeout(timer);
  }, [launch, skew]);

  const left = Number.isNaN(launch) || now === 0 ? 0 : Math.max(0, launch - now);
  return { site: answer?.site, isOpen: left === 0, left };
}
