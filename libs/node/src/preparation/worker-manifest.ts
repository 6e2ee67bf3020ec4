import { Flag, TextList, NestedList, Text, ValidationFailedError, validate } from '@portolan/validation';
import { LaunchFailed } from '../launch-directory/launch-failed';

class ManifestParameter {
  @Text() name!: string;
  @Flag({ optional: true }) required?: boolean;
}

class ManifestFile {
  @TextList({ notEmpty: true }) command!: string[];
  @NestedList(() => ManifestParameter, { optional: true }) parameters?: ManifestParameter[];
}

/** The `worker.json` at the root of an artifact. */
export interface WorkerManifest {
  command: string[];
  /** Names of the parameters without a default, which a job must set. */
  needed: string[];
}

/** Parses a `worker.json`. @throws LaunchFailed `artifactInvalid` with the fault */
export function readManifest(text: string): WorkerManifest {
  try {
    const plain = JSON.parse(text) as { parameters?: Record<string, unknown>[] };
    const manifest = validate(ManifestFile, plain);
    const withDefault = new Set(
      (plain.parameters ?? []).filter((one) => one.default != null).map((one) => one.name),
    );
    const needed = (manifest.parameters ?? []).filter((one) => one.required && !withDefault.has(one.name));
    return { command: manifest.command, needed: needed.map((one) => one.name) };
  } catch (error) {
    if (!(error instanceof ValidationFailedError || error instanceof SyntaxError)) throw error;
    throw new LaunchFailed('artifactInvalid', `worker.json: ${error.message}`, true);
  }
}

/** Returns the first required parameter that a job does not set. @param given a JSON array of {name, value} */
export function missingParameter(manifest: WorkerManifest, given: string | undefined): string | undefined {
  const names = new Set(parameterNames(given));
  return manifest.needed.find((name) => !names.has(name));
}

function parameterNames(text: string | undefined): unknown[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? list.map((one: { name?: unknown } | null) => one?.name) : [];
  } catch {
    return [];
  }
}
