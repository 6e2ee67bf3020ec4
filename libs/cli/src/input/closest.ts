/** Returns the least number of characters to insert, remove or replace that makes one text of the other. */
function distance(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_one, index) => index);
  for (const [row, sign] of [...one].entries()) {
    const now = [row + 1];
    for (let column = 1; column <= other.length; column += 1)
      now.push(
        Math.min(
          now[column - 1]! + 1,
          before[column]! + 1,
          before[column - 1]! + (other[column - 1] === sign ? 0 : 1),
        ),
      );
    before = now;
  }
  return before.at(-1) ?? 0;
}

/** Returns the name that was probably meant: at most a third of it differs. */
export function closest(name: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((one) => ({ one, far: distance(name.toLowerCase(), one.toLowerCase()) }))
    .filter(({ one, far }) => far <= Math.max(1, one.length / 3))
    .sort((a, b) => a.far - b.far);
  return best?.one;
}
