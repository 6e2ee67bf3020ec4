import { useEffect, useState } from 'react';

const SETTLED_MS = 400;

/** Returns a value once it has not changed for a moment: somebody may be typing it. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
