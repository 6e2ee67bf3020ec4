import { Numeric, Text, ValidationFailedError, validateBody } from '@portolan/validation';
import { AGENT_CLUSTER_PATTERN } from '@portolan/launches';
import { refused } from '../errors/errors';

/** Policies that one request can have. */
const MAX_POLICIES = 1000;

/** How many nodes an agent cluster should have (reference: streams §10.1). */
export class AutoScalePolicy {
  /** The agent cluster; the name of its entry. */
  @Text({ optional: true, max: 100 }) name?: string | null;
  /** Pause between two changes, seconds. */
  @Numeric({ coerce: true, integer: true, min: 0 }) cooldownSecs!: number;
  /** Nodes without work that are kept at least and at most. */
  @Numeric({ coerce: true, integer: true, min: 0 }) minIdle!: number;
  @Numeric({ coerce: true, integer: true, min: 0 }) maxIdle!: number;
  /** Nodes in all. */
  @Numeric({ coerce: true, integer: true, min: 0 }) minSize!: number;
  @Numeric({ coerce: true, integer: true, min: 0 }) maxSize!: number;
}

type NamedPolicy = Required<AutoScalePolicy> & { name: string };

/** By agent cluster. */
export type AutoScalePolicies = Record<string, NamedPolicy>;

/**
 * Reads all policies from a request, by agent cluster.
 *
 * @throws 400 that names what is wrong
 */
export function readAutoScalePolicies(body: unknown): AutoScalePolicies {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw refused('Invalid request payload: a JSON object with policies by agent cluster is required');
  }
  const count = Object.keys(body).length;
  if (count > MAX_POLICIES)
    throw refused(`Invalid request payload: at most ${MAX_POLICIES} policies, not ${count}`);
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, readPolicy(name, value)]));
}

function readPolicy(name: string, value: unknown): NamedPolicy {
  const wrong = (problem: string) => refused(`Invalid request payload: policy ${name}: ${problem}`);
  if (!AGENT_CLUSTER_PATTERN.test(name)) throw wrong('is no name of an agent cluster');
  const policy = parse(name, value, wrong);
  if (policy.name === null) throw wrong('name must be a string');
  if ((policy.name ?? name) !== name) throw wrong('its name must be that of its entry');
  if (policy.minIdle > policy.maxIdle) throw wrong('minIdle cannot be more than maxIdle');
  if (policy.minSize > policy.maxSize) throw wrong('minSize cannot be more than maxSize');
  const { cooldownSecs, minIdle, maxIdle, minSize, maxSize } = policy;
  return { name, cooldownSecs, minIdle, maxIdle, minSize, maxSize };
}

function parse(name: string, value: unknown, wrong: (problem: string) => Error): AutoScalePolicy {
  try {
    return validateBody(AutoScalePolicy, value, name);
  } catch (error) {
    if (!(error instanceof ValidationFailedError)) throw error;
    throw wrong(error.message);
  }
}
