import type { Steps } from './time-slices';

/** Elements sorted or merged between two pauses. */
const RUN = 1024;

/** Sorts a copy of a long list in steps: sorted runs, merged in pairs. */
export function* sortSteps<T>(items: readonly T[], compare: (a: T, b: T) => number): Steps<T[]> {
  let runs: T[][] = [];
  for (let start = 0; start < items.length; start += RUN) {
    runs.push(items.slice(start, start + RUN).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let left = 0; left < runs.length; left += 2)
      merged.push(yield* mergeSteps(runs[left] ?? [], runs[left + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergeSteps<T>(left: T[], right: T[], compare: (a: T, b: T) => number): Steps<T[]> {
  const merged: T[] = [];
  for (let l = 0, r = 0; l < left.length || r < right.length;) {
    const takeLeft = r >= right.length || (l < left.length && compare(left[l] as T, right[r] as T) <= 0);
    merged.push((takeLeft ? left[l++] : right[r++]) as T);
    if (merged.length % RUN === 0) yield;
  }
  return merged;
}
