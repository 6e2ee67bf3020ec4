import { linearPattern } from '@portolan/service';
import { refused } from '../errors/refusals';

/** Compiles `matching`, a case-insensitive search in linear time for any pattern (V1-CLUSTER-2). @throws 400 */
export function nameMatcher(pattern: string | undefined): (name: string) => boolean {
  if (pattern === undefined || pattern === '') return () => true;
  try {
    return linearPattern(pattern, { ignoreCase: true }).matches;
  } catch (error) {
    throw refused(
      `matching is not a valid regular expression: ${error instanceof Error ? error.message : pattern}`,
    );
  }
}
