/** What a start is measured by (docs/performance.md). For information: a loaded machine misses them. */
import { seconds } from './console.mjs';
import { megabytes } from './memory.mjs';

export const GOALS = Object.freeze({
  /** From the start of the processes until all three services answer "ready", started together. */
  ready: { limit: 3000, print: (value) => `${seconds(value).replace('.0', '')}` },
  /** Resident memory of the three services, idle. */
  memory: { limit: 500 * 1024 * 1024, print: megabytes },
});

/** `3 s: ok` or `3 s: missed`. */
export const verdict = (value, { limit, print }) => `${print(limit)}: ${value <= limit ? 'ok' : 'missed'}`;
