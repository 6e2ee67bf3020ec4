import { getSchemaPath } from '@nestjs/swagger';
import { Numeric, Text, ValidationFailedError, validateBody } from '@portolan/validation';
import { AGENT_CLUSTER_PATTERN } from '@portolan/launches';
import { schema } from '@portolan/service';
import { refused } from '../errors/refusals';

const { integer, map, named, object, text } = schema;

const MAX_POLICIES = 1000;

/** The scaling policy of an agent cluster, with bounds of its idle and all nodes (V1-ADMIN-6, V1-ADMIN-7). */
export class AutoScalePolicyRequest {
  /** The agent cluster, equal to the key of the entry. */
  @Text({ optional: true, nullable: false, max: 100 }) name?: string;
  @Numeric({ coerce: true, integer: true, min: 0 }) cooldownSecs!: number;
  @Numeric({ coerce: true, integer: true, min: 0 }) minIdle!: number;
  @Numeric({ coerce: true, integer: true, min: 0 }) maxIdle!: number;
  @Numeric({ coerce: true, integer: true, min: 0 }) minSize!: number;
  @Numeric({ coerce: true, integer: true, min: 0 }) maxSize!: number;
}

type NamedPolicy = Required<AutoScalePolicyRequest>;

export const AUTO_SCALE_POLICY_REQUESTS = {
  type: 'object',
  additionalProperties: { $ref: getSchemaPath(AutoScalePolicyRequest) },
  maxProperties: MAX_POLICIES,
};

const NUMBERS = ['cooldownSecs', 'minIdle', 'maxIdle', 'minSize', 'maxSize'] as const;
const numbers = Object.fromEntries(NUMBERS.map((field) => [field, integer()]));
const policySchema = object({ name: text('The agent cluster, as in its entry.'), ...numbers }, ['name']);

export const AUTO_SCALE_POLICIES = named(
  'AutoScalePolicies',
  map(named('AutoScalePolicy', policySchema), 'By agent cluster.'),
);

export type AutoScalePolicies = Record<string, NamedPolicy>;

/** Reads all policies from a request, by agent cluster. @throws 400 that names the invalid field */
export function readAutoScalePolicies(body: unknown): AutoScalePolicies {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw refused('Invalid request payload: a JSON object with policies by agent cluster is required');
  }
  const entries = Object.entries(body);
  if (entries.length > MAX_POLICIES)
    throw refused(`Invalid request payload: at most ${MAX_POLICIES} policies, not ${entries.length}`);
  return Object.fromEntries(entries.map(([name, value]) => [name, readPolicy(name, value)]));
}

function readPolicy(name: string, value: unknown): NamedPolicy {
  const wrong = (problem: string) => refused(`Invalid request payload: policy ${name}: ${problem}`);
  if (!AGENT_CLUSTER_PATTERN.test(name))
    throw wrong('is not an agent cluster name: letters, digits, _ and - are allowed');
  const policy = parse(name, value, wrong);
  if ((policy.name ?? name) !== name) throw wrong('name must equal the key of the entry');
  if (policy.minIdle > policy.maxIdle) throw wrong('minIdle must not exceed maxIdle');
  if (policy.minSize > policy.maxSize) throw wrong('minSize must not exceed maxSize');
  const { cooldownSecs, minIdle, maxIdle, minSize, maxSize } = policy;
  return { name, cooldownSecs, minIdle, maxIdle, minSize, maxSize };
}

function parse(name: string, value: unknown, wrong: (problem: string) => Error): AutoScalePolicyRequest {
  try {
    return validateBody(AutoScalePolicyRequest, value, name);
  } catch (error) {
    if (!(error instanceof ValidationFailedError)) throw error;
    throw wrong(error.message);
  }
}
