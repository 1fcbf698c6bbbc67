import { useEffect, useState } from 'react';
import { fetchSite, type SiteAnswer } from '../../api/site.ts';
import type { Site } from '../../api/types.ts';
import { clockSkew } from './time-left.ts';

const second = 1000;

/* A timer may come some milliseconds early or late: on the very second it would show one twice and
   leave the next one out. */
const afterSecond = 40;

/** Milliseconds until the next second is shown, of so many that are left. */
export const nextTick = (left: number) => (left % second) + afterSecond;

export interface Access {
  site: Site | undefined;
  /**
   * Whether early access is open. The page that is made ahead of time says so: it is true of
   * everything there is to read, whatever the operator's date.
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
        // Without it the page is complete but for the operator's details; a connection brings them.
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

/** What the page learns after it was loaded: the operator's details and the state of early access. */
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
