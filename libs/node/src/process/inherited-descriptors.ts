import { readFileSync, readdirSync } from 'node:fs';

const O_CLOEXEC = 0o2_000_000;
/** A new process gets a list up to the highest descriptor. */
const HIGHEST = 65_535;

/**
 * Returns the descriptors above `lowest` that a new process would inherit. Node.js marks the first sixteen that its own parent left
 * open; higher ones, such as those of a lock or a supervisor's pipe, would be passed on to every job.
 */
export function inheritedDescriptors(lowest: number): number[] {
  return readdirSync('/proc/self/fdinfo')
    .map(Number)
    .filter((descriptor) => descriptor > lowest && descriptor <= HIGHEST && isInherited(descriptor));
}

function isInherited(descriptor: number): boolean {
  try {
    const [, flags] =
      /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'latin1')) ?? [];
    return flags !== undefined && (Number.parseInt(flags, 8) & O_CLOEXEC) === 0;
  } catch {
    // Closed meanwhile.
    return false;
  }
}
