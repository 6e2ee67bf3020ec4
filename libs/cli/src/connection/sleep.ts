import type { Readable } from 'node:stream';

const TICK_MS = 5000;
/** A tick this late means that the machine was asleep: its connections are dead, but no error has been reported. */
const SLEPT_MS = 20_000;

const open = new Set<Readable>();
let timer: NodeJS.Timeout | undefined;
let lastTick = 0;

function tick(): void {
  const now = Date.now();
  const slept = now - lastTick > SLEPT_MS;
  lastTick = now;
  if (!slept) return;
  for (const body of open) body.destroy(new Error('this machine was asleep'));
}

/** Ends a body with an error when the machine wakes up, so that its reader connects again. @returns stops watching */
export function closeAfterSleep(body: Readable): () => void {
  open.add(body);
  if (!timer) {
    lastTick = Date.now();
    timer = setInterval(tick, TICK_MS).unref();
  }
  return () => {
    open.delete(body);
    if (open.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
