/** Generates values from schemas: valid, almost valid and hostile ones. */
import { HOSTILE_TEXTS, HOSTILE_VALUES } from './hostile.mjs';

/** Integers from this one on are rare in valid requests, because they are amounts of resources. */
const USUAL_MAXIMUM = 1000;
const DEPTH_LIMIT = 6;

/** Arbitraries from the schemas of a document. `values`: good values by the name of a property or `Schema.property`. */
export class Arbitraries {
  #fc;
  #document;
  #values;

  constructor(fc, document, values) {
    [this.#fc, this.#document, this.#values] = [fc, document, values];
  }

  reference(pool) {
    const { double, noBias } = this.#fc;
    // With a bias towards small numbers, the first one would be chosen most of the time.
    return noBias(double({ min: 0, max: 1, noNaN: true, maxExcluded: true })).map(
      (pick) => new Reference(pool, pick),
    );
  }

  hostileText() {
    const { constantFrom, string } = this.#fc;
    const binary = string({ unit: 'binary', maxLength: 40 });
    return weighted(this.#fc, [4, constantFrom(...HOSTILE_TEXTS)], [1, binary]);
  }

  hostileValue() {
    const { constantFrom, oneof, jsonValue } = this.#fc;
    return oneof(this.hostileText(), constantFrom(...HOSTILE_VALUES), jsonValue({ maxDepth: 2 }));
  }

  /** Valid values of a schema. The name or path of a property selects values that the service can use. */
  valid(given, name = '', depth = 0) {
    const own = this.#values[name] ?? this.#values[name.split('.').at(-1)];
    if (own) return own;
    const owner = given?.$ref?.split('/').at(-1) ?? '';
    const schema = merged(this.#document.resolve(given), this.#document);
    const plain = this.#plain(schema, owner, depth);
    return [schema.type].flat().includes('null')
      ? weighted(this.#fc, [4, plain], [1, this.#fc.constant(null)])
      : plain;
  }

  #plain(schema, owner, depth) {
    const fc = this.#fc;
    if (schema.enum) return fc.constantFrom(...schema.enum);
    if (schema.if)
      return fc.oneof(...rulesOf(schema).map((one) => this.#object(narrowed(schema, one), owner, depth)));
    const choices = schema.oneOf ?? schema.anyOf;
    if (choices) return fc.oneof(...choices.map((one) => this.valid(one, '', depth + 1)));
    switch ([schema.type].flat()[0]) {
      case 'string':
        return textOf(fc, schema);
      case 'integer':
      case 'number':
        return numberOf(fc, schema);
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case 'array':
        if (depth > DEPTH_LIMIT) return fc.constant([]);
        return fc.array(this.valid(schema.items ?? {}, '', depth + 1), {
          minLength: schema.minItems ?? 0,
          maxLength: 3,
        });
      case 'object':
        return this.#object(schema, owner, depth);
      default:
        return fc.constantFrom('text', 1, true, 'other');
    }
  }

  #object({ properties = {}, required = [], additionalProperties }, owner, depth) {
    const fc = this.#fc;
    if (Object.keys(properties).length === 0)
      return additionalProperties === undefined || additionalProperties
        ? fc.dictionary(fc.constantFrom('a', 'b c', 'é', '1'), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 })
        : fc.constant({});
    const fields = Object.entries(properties).map(([name, schema]) => {
      return [name, this.valid(schema, owner ? `${owner}.${name}` : name, depth + 1)];
    });
    const record = fc.record(Object.fromEntries(fields), { requiredKeys: required });
    // Mostly few optional fields at a time: among all of them, one would usually make the request invalid.
    const optional = Object.keys(properties).filter((name) => !required.includes(name));
    return fc
      .tuple(record, fc.subarray(optional), fc.boolean())
      .map(([value, left, few]) =>
        few ? Object.fromEntries(Object.entries(value).filter(([name]) => !left.includes(name))) : value,
      );
  }

  /** A valid value with one fault: a field that is missing, of another type, empty, or hostile. */
  nearly(schema) {
    const { tuple, nat, oneof, constant } = this.#fc;
    const wrong = oneof(this.hostileValue(), constant(undefined), constant(null));
    return tuple(this.valid(schema), nat(), wrong).map(([value, at, bad]) => spoiled(value, at, bad));
  }

  /** Like {@link nearly}, with hostile values in several places. */
  hostile(schema) {
    const { tuple, array, nat } = this.#fc;
    const places = array(tuple(nat(), this.hostileValue()), { minLength: 1, maxLength: 4 });
    const several = tuple(this.valid(schema), places).map(([value, found]) =>
      found.reduce((v, [at, bad]) => spoiled(v, at, bad), value),
    );
    return weighted(this.#fc, [5, several], [1, this.hostileValue()]);
  }
}

/** The same value under several names. */
export const forAll = (names, value) => Object.fromEntries(names.map((name) => [name, value]));

/** One of several arbitraries: `[weight, arbitrary]` each. */
export const weighted = (fc, ...pairs) =>
  fc.oneof(...pairs.map(([weight, arbitrary]) => ({ weight, arbitrary })));

function merged(schema, document) {
  if (!schema.allOf) return schema;
  const { allOf, ...own } = schema;
  const parts = allOf.map((part) => document.resolve(part));
  return {
    ...Object.assign({}, ...parts, own),
    properties: Object.assign({}, ...parts.map((part) => part.properties), own.properties),
    required: [...parts.flatMap((part) => part.required ?? []), ...(own.required ?? [])],
  };
}

/** Returns the alternatives of a rule: "if not the first, then one of the others". */
const rulesOf = ({ if: condition, then, ...last }) =>
  condition ? [condition.not, ...rulesOf(then)] : [last];

/** Merges an object's schema with the additional requirements of one of its alternatives. */
function narrowed({ properties, required = [], additionalProperties }, alternative) {
  const added = Object.entries(alternative.properties ?? {}).map(([name, one]) => [
    name,
    { ...properties[name], ...one },
  ]);
  return {
    properties: { ...properties, ...Object.fromEntries(added) },
    required: [...new Set([...required, ...(alternative.required ?? [])])],
    additionalProperties,
  };
}

function textOf(fc, { minLength = 0, maxLength = 40, format, pattern }) {
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  const word = fc.stringMatching(/^[A-Za-z][\w-]{0,11}$/);
  if (pattern && !new RegExp(pattern).test('word')) return fc.stringMatching(new RegExp(pattern));
  return minLength > 12 || maxLength < 12 ? fc.string({ minLength, maxLength }) : word;
}

function numberOf(fc, { exclusiveMinimum = -1, minimum = exclusiveMinimum + 1, maximum }) {
  const top = Math.max(minimum, Math.min(maximum ?? USUAL_MAXIMUM, minimum + USUAL_MAXIMUM));
  return fc.integer({ min: minimum, max: top });
}

/** Returns the changeable places of a value, each as a function that changes a copy. */
function placesOf(value, change = (bad) => bad) {
  if (value instanceof Reference || typeof value !== 'object' || value === null) return [change];
  const list = Array.isArray(value);
  const inside = Object.keys(value).flatMap((key) =>
    placesOf(value[key], (bad) => {
      const copy = list ? [...value] : { ...value };
      const name = list ? Number(key) : key;
      if (bad === undefined && !list) delete copy[name];
      else copy[name] = bad ?? null;
      return change(copy);
    }),
  );
  return inside.length > 0 ? inside : [change];
}

function spoiled(value, at, bad) {
  const places = placesOf(value);
  return places[at % places.length](bad);
}

/** Placeholder for a value of a pool in a generated request, until the request is sent. */
class Reference {
  constructor(pool, pick) {
    Object.assign(this, { pool, pick });
  }
}

const LIMIT = 400;

export class Pools {
  #values = new Map();

  /** Keeps the newest values, and the initial ones. */
  add(pool, value) {
    const known = this.#of(pool);
    if (typeof value !== 'string' || value === '' || known.list.includes(value)) return;
    known.list.push(value);
    if (known.list.length > LIMIT) known.list.splice(known.kept, 1);
  }

  /** Keeps the present values for the rest of the run. */
  keep() {
    for (const known of this.#values.values()) known.kept = known.list.length;
  }

  remove(pool, value) {
    const known = this.#of(pool);
    const at = known.list.indexOf(value);
    if (at >= known.kept) known.list.splice(at, 1);
  }

  take({ pool, pick }) {
    const { list } = this.#of(pool);
    return list[Math.min(list.length - 1, Math.floor(pick * list.length))];
  }

  replace(pool, values) {
    this.#of(pool).list.splice(0, Infinity, ...values.slice(-LIMIT));
  }

  all(pool) {
    return [...this.#of(pool).list];
  }

  fill(value) {
    if (value instanceof Reference) return this.take(value) ?? 'nothing-yet';
    if (Array.isArray(value)) return value.map((one) => this.fill(one));
    if (typeof value !== 'object' || value === null) return value;
    const filled = Object.entries(value).map(([name, one]) => [name, this.fill(one)]);
    // Sets own properties, also one called `__proto__`.
    return Object.fromEntries(filled);
  }

  #of(pool) {
    if (!this.#values.has(pool)) this.#values.set(pool, { list: [], kept: 0 });
    return this.#values.get(pool);
  }
}
