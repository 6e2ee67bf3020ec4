import { PermanentError } from './errors';

/** What a parameter's text is read as. `integer` and `number` refuse text that is neither. */
export const ParameterType = {
  String: 'string',
  Number: 'number',
  Integer: 'integer',
  Boolean: 'boolean',
} as const;
export type ParameterType = (typeof ParameterType)[keyof typeof ParameterType];

/** One parameter that a job takes. */
export interface ParameterDefinition {
  readonly type: ParameterType;
  /** The job does not start without a value. @default false */
  readonly required?: boolean;
  /** Used when the submitter gives no value; a required parameter with a default is never missing. */
  readonly default?: string | number | boolean;
  /** For people who submit the job; packed into worker.json. */
  readonly description?: string;
  /** Least and greatest value, both allowed; of `number` and `integer` only. */
  readonly min?: number;
  readonly max?: number;
  /** The values there are. */
  readonly oneOf?: readonly (string | number)[];
  /** A regular expression that the whole text has to match; of `string` only. */
  readonly pattern?: string;
}

/** Parameters by name. */
export type ParameterDefinitions = Readonly<Record<string, ParameterDefinition>>;

interface ValueOfType {
  string: string;
  number: number;
  integer: number;
  boolean: boolean;
}

type ValueOf<D extends ParameterDefinition> = D extends
  { required: true } | { default: string | number | boolean }
  ? ValueOfType[D['type']]
  : ValueOfType[D['type']] | undefined;

/** What a job's pipeline sees: every defined parameter, typed; `undefined` only where nothing was given or defaulted. */
export type ParameterValues<P extends ParameterDefinitions> = { readonly [K in keyof P]: ValueOf<P[K]> };

/** A parameter as the platform hands it over: name and text (numbers and booleans are taken as their text). */
export interface GivenParameter {
  readonly name: string;
  readonly value: string | number | boolean | null;
}

/** Parameters of the runtime itself; a job does not define them. */
export const RUNTIME_PREFIX = 'svc.';

const READERS: { [T in ParameterType]: (text: string) => ValueOfType[T] | undefined } = {
  string: (text) => text,
  number: (text) => (text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined),
  integer: (text) =>
    /^\s*[+-]?\d+\s*$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined,
  boolean: (text) => ({ true: true, false: false })[text.trim().toLowerCase()],
};

/** What is wrong with a value that is of the right type; undefined when nothing is. */
function problemOf(
  { min, max, oneOf, pattern }: ParameterDefinition,
  value: string | number | boolean,
): string | undefined {
  if (min !== undefined && Number(value) < min) return `is less than ${min}`;
  if (max !== undefined && Number(value) > max) return `is more than ${max}`;
  if (oneOf && !oneOf.some((one) => one === value)) return `is none of ${oneOf.join(', ')}`;
  if (pattern !== undefined && !new RegExp(`^(?:${pattern})$`, 'u').test(String(value)))
    return `does not match ${pattern}`;
  return undefined;
}

function read(name: string, definition: ParameterDefinition, value: string | number | boolean) {
  const result = READERS[definition.type](String(value));
  const problem = result === undefined ? `is not of type ${definition.type}` : problemOf(definition, result);
  if (result === undefined || problem !== undefined) {
    throw new PermanentError(`Invalid value for parameter: ${name}, "${String(value)}" ${problem ?? ''}.`);
  }
  return result;
}

/**
 * Types what was given by what is defined.
 *
 * Of a name given twice the last value counts. Text is taken as it is for `string`; `boolean` takes true and false in
 * any case. Names that begin with `svc.` belong to the runtime and pass.
 *
 * @throws PermanentError for a missing required parameter (reference: streams §4.8), an unknown name, or a value that
 * cannot be read as its type: trying again would not help
 */
export function resolveParameters<P extends ParameterDefinitions>(
  definitions: P,
  given: readonly GivenParameter[],
): ParameterValues<P> {
  const values = new Map<string, string | number | boolean>();
  for (const { name, value } of given) {
    if (!Object.hasOwn(definitions, name) && !name.startsWith(RUNTIME_PREFIX)) {
      throw new PermanentError(`Unknown parameter: ${name}, check job parameter definitions.`);
    }
    if (value !== null) values.set(name, value);
  }
  const resolved: Record<string, string | number | boolean | undefined> = {};
  for (const [name, definition] of Object.entries(definitions)) {
    const value = values.get(name) ?? definition.default;
    if (value === undefined && definition.required) {
      throw new PermanentError(`Missing required parameter: ${name}, check job parameter definitions.`);
    }
    resolved[name] = value === undefined ? undefined : read(name, definition, value);
  }
  return resolved as ParameterValues<P>;
}

/** A runtime parameter (`svc.…`) as a positive whole number, or `fallback` when it is absent or something else. */
export function runtimeNumber(given: readonly GivenParameter[], name: string, fallback: number): number {
  const text = given.findLast((parameter) => parameter.name === name)?.value;
  const value = Number(text ?? Number.NaN);
  return Number.isSafeInteger(value) && value > 0 ? value : fallback;
}
