import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf, type Operation, type Schema } from './schema';

/** A schema of OpenAPI 3.0 or 3.1: the keywords that differ, and those that hold other schemas. */
interface Node extends Record<string, unknown> {
  $ref?: string;
  type?: string | string[];
  nullable?: boolean;
  enum?: unknown[];
  example?: unknown;
  allOf?: Node[];
  anyOf?: Node[];
  oneOf?: Node[];
}

const NULL = { type: 'null' };
/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const ONE = ['items', 'not', 'additionalProperties', 'if', 'then'] as const;
const SEVERAL = ['allOf', 'anyOf', 'oneOf'] as const;

/**
 * Converts a document of OpenAPI 3.0, as Swagger creates it, to 3.1: null is a separate type, exclusive bounds are numbers, and
 * a schema has a list of examples. The given document shares parts with those of other services, so it is copied.
 */
export function asOpenApi31(given: OpenAPIObject): OpenAPIObject {
  const document = { ...structuredClone(given), openapi: '3.1.0' };
  const schemas = Object.entries(document.components?.schemas ?? {});
  if (document.components)
    document.components.schemas = Object.fromEntries(schemas.map(([name, one]) => [name, converted(one)]));
  for (const { operation } of operationsOf(document)) {
    for (const holder of holdersOf(operation)) if (holder.schema) holder.schema = converted(holder.schema);
  }
  return document;
}

/** Returns everything in an operation that has a schema: parameters, headers, and bodies by media type. */
function holdersOf({ parameters = [], requestBody, responses }: Operation): { schema?: Schema }[] {
  const answers = Object.values(responses) as { content?: object; headers?: object }[];
  const bodies = [requestBody as { content?: object } | undefined, ...answers];
  const contents = bodies.flatMap((one) => Object.values(one?.content ?? {}) as { schema?: Schema }[]);
  const headers = answers.flatMap((one) => Object.values(one.headers ?? {}) as { schema?: Schema }[]);
  return [...(parameters as { schema?: Schema }[]), ...contents, ...headers];
}

/** Returns the schema of 3.1 that allows what a schema of 3.0 allows. */
function converted(schema: Schema): Schema {
  return convert(schema as Node) as Schema;
}

function convert({ nullable, example, ...given }: Node): Node {
  const node: Node = { ...given, ...(example !== undefined && { examples: [example] }) };
  if (isObject(node.properties))
    node.properties = Object.fromEntries(
      Object.entries(node.properties).map(([name, one]) => [name, convert(one as Node)]),
    );
  for (const name of ONE) if (isObject(node[name])) node[name] = convert(node[name] as Node);
  for (const name of SEVERAL) if (node[name]) node[name] = node[name].map(convert);
  withNumericBounds(node);
  // An empty alternative keeps Swagger from guessing a type: any value fits.
  if (node.anyOf?.some((one) => Object.keys(one).length === 0)) delete node.anyOf;
  return nullable ? orNull(node) : node;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** In 3.0 an exclusive bound is a bound and a flag beside it. */
function withNumericBounds(node: Node): void {
  for (const [bound, flag] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (typeof node[flag] !== 'boolean') continue;
    const isExclusive = node[flag];
    delete node[flag];
    if (!isExclusive) continue;
    node[flag] = node[bound];
    delete node[bound];
  }
}

/** Null is one more type, or one more alternative of a reference or of alternatives. */
function orNull({ type, ...node }: Node): Node {
  const { allOf, anyOf, oneOf, ...rest } = node;
  const alternatives = allOf ?? anyOf ?? oneOf;
  if (alternatives) return { ...rest, anyOf: [...alternatives, NULL] };
  const choices = node.enum && { enum: [...new Set([...node.enum, null])] };
  return { type: [type ?? [], 'null'].flat(), ...node, ...choices };
}
