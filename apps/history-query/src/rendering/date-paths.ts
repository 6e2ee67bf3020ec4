/** Which fields hold times: keys of documents down to `true`; arrays on the way don't count as a level. */
export interface DatePaths {
  readonly [key: string]: DatePaths | true;
}

/** Builds the tree from dotted paths: `launchTime`, `blockDeviceMappings.ebs.attachTime`. */
export function datePaths(paths: readonly string[]): DatePaths {
  const root: Record<string, DatePaths | true> = {};
  for (const path of paths) {
    const keys = path.split('.');
    const last = keys.pop();
    if (last === undefined) continue;
    let level = root;
    for (const key of keys) {
      const existing = level[key];
      const next = typeof existing === 'object' ? existing : {};
      level[key] = next;
      level = next;
    }
    level[last] = true;
  }
  return root;
}
