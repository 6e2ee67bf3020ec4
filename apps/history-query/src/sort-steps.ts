import type { Steps } from './cooperative';

/** Elements that are sorted or merged between two pauses. */
const RUN = 1024;

/** A sorted copy of a long list, made in steps: sorted runs, merged pair by pair. */
export function* sortSteps<T>(items: readonly T[], compare: (a: T, b: T) => number): Steps<T[]> {
  let runs: T[][] = [];
  for (let start = 0; start < items.length; start += RUN) {
    runs.push(items.slice(start, start + RUN).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let left = 0; left < runs.length; left += 2) {
      merged.push(yield* mergeSteps(runs[left] ?? [], runs[left + 1] ?? [], compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergeSteps<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (a: T, b: T) => number,
): Steps<T[]> {
  const merged: T[] = [];
  let l = 0;
  let r = 0;
  while (l < left.length || r < right.length) {
    const [a, b] = [left[l], right[r]];
    const takeLeft = r >= right.length || (l < left.length && compare(a as T, b as T) <= 0);
    merged.push((takeLeft ? left[l++] : right[r++]) as T);
    if (merged.length % RUN === 0) yield;
  }
  return merged;
}
