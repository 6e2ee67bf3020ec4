/** Compared length of a client's name, characters: a long name must not cost much work. */
const COMPARED_LENGTH = 64;

/** The least length of a name that another may contain: `id` is part of too many. */
const CONTAINED_LENGTH = 3;

/**
 * Finds the known name that is most similar to a misspelt one: names that begin with it (`_exp` means `_expand`, not `_pp`),
 * then the fewest edits, then the first; a name that contains the other (`minStarted` for `started`) is closer than two edits.
 * Case is ignored. @returns undefined when `known` is empty
 */
export function closestName(name: string, known: readonly string[]): string | undefined {
  const given = comparedPart(name);
  let closest: string | undefined;
  let fewest = Infinity;
  for (const one of known) {
    const other = comparedPart(one);
    const edits = editsBetween(given, other) + (isBeginning(given, other) ? 0 : COMPARED_LENGTH);
    if (edits < fewest) [closest, fewest] = [one, edits];
  }
  return closest;
}

/** Finds the closest known name that may be meant: more than a third of it changed is another name. @returns undefined when none is near */
export function nearName(name: string, known: readonly string[]): string | undefined {
  const closest = closestName(name, known);
  if (closest === undefined) return undefined;
  const [given, other] = [comparedPart(name), comparedPart(closest)];
  const limit = Math.max(1, Math.floor(Math.max(given.length, other.length) / 3));
  return isBeginning(given, other) || editsBetween(given, other) <= limit ? closest : undefined;
}

/** Edits that a misspelt name has at most; names below {@link MISSPELT_LENGTH} are too short to be recognized in other letters. */
const MISSPELT_EDITS = 2;
const MISSPELT_LENGTH = 4;

/**
 * Finds the known name that another one misspells where names of other meaning are allowed (`style.css?v=2`): a third of its letters
 * may differ, two at most. Case is ignored. @returns undefined when there is none
 */
export function misspeltName(name: string, known: readonly string[]): string | undefined {
  const given = comparedPart(name);
  return known.find((one) => {
    const limit = one.length < MISSPELT_LENGTH ? 0 : Math.floor(one.length / 3);
    return editDistance(given, comparedPart(one)) <= Math.min(limit, MISSPELT_EDITS);
  });
}

/**
 * Finds the known name that another one repeats without its leading underscore (`limit` for `_limit`). Case is ignored. @returns undefined
 * when there is none
 */
export function unmarkedName(name: string, known: readonly string[]): string | undefined {
  const marked = `_${comparedPart(name)}`;
  return known.find((one) => one.toLowerCase() === marked);
}

const comparedPart = (name: string): string => name.slice(0, COMPARED_LENGTH).toLowerCase();

const isBeginning = (given: string, other: string): boolean => given !== '' && other.startsWith(given);

function editsBetween(given: string, other: string): number {
  const edits = editDistance(given, other);
  const [shorter, longer] = given.length < other.length ? [given, other] : [other, given];
  const isContained = shorter.length >= CONTAINED_LENGTH && longer.includes(shorter);
  return isContained ? Math.min(edits, 1 + edits / COMPARED_LENGTH) : edits;
}

/** Counts single edits between texts: inserted, removed, replaced, or two neighbours swapped (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let edits = Math.min(
        previous[column]! + 1,
        current[column - 1]! + 1,
        previous[column - 1]! + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) edits = Math.min(edits, beforePrevious[column - 2]! + 1);
      current.push(edits);
    }
    [beforePrevious, previous] = [previous, current];
  }
  return previous[b.length]!;
}
