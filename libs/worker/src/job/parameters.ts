import { PermanentError } from './errors';

/** The type of a parameter. `integer` and `number` refuse other text. */
export const ParameterType = {
  String: 'string',
  Number: 'number',
  Integer: 'integer',
  Boolean: 'boolean',
} as const;
export type ParameterType = (typeof ParameterType)[keyof typeof ParameterType];

/** A parameter of a job. */
export interface ParameterDefinition {
  readonly type: ParameterType;
  /** The job does not start without a value. @default false */
  readonly required?: boolean;
  /** Used when the submitter gives no value; a required parameter with a default is never missing. */
  readonly default?: Value;
  /** For people who submit the job; packed into worker.json. */
  readonly description?: string;
  /** Least and greatest value, both allowed; of `number` and `integer` only. */
  readonly min?: number;
  readonly max?: number;
  readonly oneOf?: readonly (string | number)[];
  /** A regular expression that the whole text must match; for `string` only. */
  readonly pattern?: string;
}

export type ParameterDefinitions = Readonly<Record<string, ParameterDefinition>>;

interface ValueOfType {
  string: string;
  number: number;
  integer: number;
  boolean: boolean;
}
type Value = ValueOfType[ParameterType];

type ValueOf<D extends ParameterDefinition> = D extends { required: true } | { default: Value }
  ? ValueOfType[D['type']]
  : ValueOfType[D['type']] | undefined;

/** The typed parameters of a job's pipeline; `undefined` only without a value and a default. */
export type ParameterValues<P extends ParameterDefinitions = ParameterDefinitions> = {
  readonly [K in keyof P]: ValueOf<P[K]>;
};

/** A parameter as passed by the platform: name and text (numbers and booleans are converted to text). */
export interface GivenParameter {
  readonly name: string;
  readonly value: Value | null;
}

/** Prefix of the runtime's own parameters; a job must not define them. */
const RUNTIME_PREFIX = 'svc.';

const READERS: { [T in ParameterType]: (text: string) => ValueOfType[T] | undefined } = {
  string: (text) => text,
  number: (text) => (text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined),
  integer: (text) =>
    /^\s*[+-]?\d+\s*$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined,
  boolean: (text) => ({ true: true, false: false })[text.trim().toLowerCase()],
};

function problemOf({ min, max, oneOf, pattern }: ParameterDefinition, value: Value): string | undefined {
  if (min !== undefined && Number(value) < min) return `is less than ${min}`;
  if (max !== undefined && Number(value) > max) return `is more than ${max}`;
  if (oneOf && !oneOf.some((one) => one === value)) return `is not one of ${oneOf.join(', ')}`;
  if (pattern !== undefined && !new RegExp(`^(?:${pattern})$`, 'u').test(String(value)))
    return `does not match ${pattern}`;
  return undefined;
}

function read(name: string, definition: ParameterDefinition, value: Value) {
  const result = READERS[definition.type](String(value));
  const problem = result === undefined ? `is not of type ${definition.type}` : problemOf(definition, result);
  if (problem === undefined) return result;
  throw new PermanentError(`Invalid value for parameter: ${name}, "${String(value)}" ${problem}.`);
}

/**
 * Converts the given parameters to the defined types. Of a name given twice the last value counts. `boolean` takes true and
 * false in any case. Names that begin with `svc.` belong to the runtime and are ignored.
 * @throws PermanentError for a missing required parameter (V1-LIFE-5), an unknown name, or a value of the wrong type: a
 *   retry would not help
 */
export function resolveParameters<P extends ParameterDefinitions>(
  definitions: P,
  given: readonly GivenParameter[],
): ParameterValues<P> {
  const values = new Map<string, Value>();
  for (const { name, value } of given) {
    if (!Object.hasOwn(definitions, name) && !name.startsWith(RUNTIME_PREFIX))
      throw new PermanentError(`Unknown parameter: ${name}, check job parameter definitions.`);
    if (value !== null) values.set(name, value);
  }
  const resolved: Record<string, Value | undefined> = {};
  for (const [name, definition] of Object.entries(definitions)) {
    const value = values.get(name) ?? definition.default;
    if (value === undefined && definition.required)
      throw new PermanentError(`Missing required parameter: ${name}, check job parameter definitions.`);
    resolved[name] = value === undefined ? undefined : read(name, definition, value);
  }
  return resolved as ParameterValues<P>;
}

/** Returns a runtime parameter (`svc.…`) as a positive whole number; `fallback` when it is absent or invalid. */
export function runtimeNumber(given: readonly GivenParameter[], name: string, fallback: number): number {
  const text = given.findLast((parameter) => parameter.name === name)?.value;
  const value = Number(text ?? Number.NaN);
  return Number.isSafeInteger(value) && value > 0 ? value : fallback;
}
