import { useEffect, useState } from 'react';

/* Several ticks of one question are one request. */
const settleMs = 250;

/** The value after it has stayed the same for a moment. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
