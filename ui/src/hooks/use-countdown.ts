import { useEffect, useState } from 'react';

/** Counts seconds down to zero; `restart` begins again, from another number if it gets one. */
export function useCountdown(from: number): { left: number; restart: (from?: number) => void } {
  const [left, setLeft] = useState(from);
  const running = left > 0;
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => setLeft((now) => Math.max(0, now - 1)), 1000);
    return () => clearInterval(timer);
  }, [running]);
  return { left, restart: (again = from) => setLeft(again) };
}

/** `0:15`, as specified. */
export function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
