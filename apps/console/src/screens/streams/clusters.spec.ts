import { clusterOf, isBelowSla, slaInWords } from './clusters';

it('[CONSOLE-STREAM-1] the id of a job begins with its cluster, which may contain hyphens', () => {
  expect(clusterOf('sine-stream-12')).toBe('sine-stream');
});

it('[CONSOLE-STREAM-1] an enabled cluster with fewer jobs than its SLA demands is below it', () => {
  const sla = { min: 2, max: 0, cronSpec: null, cronPolicy: 'KEEP_EXISTING' } as const;
  expect(isBelowSla({ disabled: false, sla }, 1)).toBe(true);
  expect(isBelowSla({ disabled: false, sla }, 2)).toBe(false);
  expect(isBelowSla({ disabled: true, sla }, 0)).toBe(false);
});

it.each([
  [0, 0, 'none'],
  [1, 0, 'at least 1 job'],
  [2, 2, 'exactly 2 jobs'],
  [0, 3, 'at most 3 jobs'],
  [1, 3, '1 to 3 jobs'],
])('[CONSOLE-STREAM-1] an SLA of %i to %i is "%s"', (min, max, words) =>
  expect(slaInWords({ min, max })).toBe(words),
);
