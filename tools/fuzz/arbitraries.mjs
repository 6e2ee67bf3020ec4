/** Values from schemas: what a schema allows, what it nearly allows, and what it never does. */
import { HOSTILE_TEXTS, HOSTILE_VALUES } from './hostile.mjs';
import { Reference } from './pools.mjs';

/** Integers from here on are rare in good requests: they stand for amounts of something. */
const USUAL_MAXIMUM = 1000;
const DEPTH_LIMIT = 6;

/**
 * Makes arbitraries of fast-check from the schemas of one document.
 * @param fc fast-check
 * @param profile `values`: arbitraries of good values by the name of a property, also `Schema.property`
 */
export class Arbitraries {
  #fc;
  #document;
  #values;

  constructor(fc, document, values) {
    this.#fc = fc;
    this.#document = document;
    this.#values = values;
  }

  /** A value that refers to something that exists. */
  reference(pool) {
    const { double, noBias } = this.#fc;
    // With a bias towards small numbers it would be the first one again and again.
    return noBias(double({ min: 0, max: 1, noNaN: true, maxExcluded: true })).map(
      (pick) => new Reference(pool, pick),
    );
  }

  hostileText() {
    const { constantFrom, string, oneof } = this.#fc;
    return oneof(
      { weight: 4, arbitrary: constantFrom(...HOSTILE_TEXTS) },
      { weight: 1, arbitrary: string({ unit: 'binary', maxLength: 40 }) },
    );
  }

  hostileValue() {
    const { constantFrom, oneof, jsonValue } = this.#fc;
    return oneof(this.hostileText(), constantFrom(...HOSTILE_VALUES), jsonValue({ maxDepth: 2 }));
  }

  /** What the schema allows. `name` of the property, or path of it, chooses the values that the service can use. */
  valid(given, name = '', depth = 0) {
    const own = this.#values[name] ?? this.#values[name.split('.').at(-1)];
    if (own) return own;
    const owner = given?.$ref?.split('/').at(-1) ?? '';
    const schema = merged(this.#document.resolve(given), this.#document);
    return schema.nullable
      ? this.#fc.oneof(
          { weight: 4, arbitrary: this.#plain(schema, owner, depth) },
          { weight: 1, arbitrary: this.#fc.constant(null) },
        )
      : this.#plain(schema, owner, depth);
  }

  #plain(schema, owner, depth) {
    const fc = this.#fc;
    if (schema.enum) return fc.constantFrom(...schema.enum);
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
      case 'array':
        return depth > DEPTH_LIMIT
          ? fc.constant([])
          : fc.array(this.valid(schema.items ?? {}, '', depth + 1), {
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
      const path = owner ? `${owner}.${name}` : name;
      return [name, this.valid(schema, path, depth + 1)];
    });
    const record = fc.record(Object.fromEntries(fields), { requiredKeys: required });
    // Mostly few optional fields at a time: with all of them one is always in the way.
    const optional = Object.keys(properties).filter((name) => !required.includes(name));
    return fc
      .tuple(record, fc.subarray(optional), fc.boolean())
      .map(([value, left, few]) =>
        few ? Object.fromEntries(Object.entries(value).filter(([name]) => !left.includes(name))) : value,
      );
  }

  /** A good value with one thing wrong: a field missing, of another type, empty, or with something hostile in it. */
  nearly(schema) {
    const { tuple, nat, oneof, constant } = this.#fc;
    const wrong = oneof(this.hostileValue(), constant(undefined), constant(null));
    return tuple(this.valid(schema), nat(), wrong).map(([value, at, bad]) => spoiled(value, at, bad));
  }

  /** As {@link nearly}, with something hostile in several places. */
  hostile(schema) {
    const { tuple, array, nat, oneof } = this.#fc;
    const places = array(tuple(nat(), this.hostileValue()), { minLength: 1, maxLength: 4 });
    return oneof(
      {
        weight: 5,
        arbitrary: tuple(this.valid(schema), places).map(([value, found]) =>
          found.reduce((v, [at, bad]) => spoiled(v, at, bad), value),
        ),
      },
      { weight: 1, arbitrary: this.hostileValue() },
    );
  }
}

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

function textOf(fc, { minLength = 0, maxLength = 40, format, pattern }) {
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  const word = fc.stringMatching(/^[A-Za-z][\w-]{0,11}$/);
  if (pattern && !new RegExp(pattern).test('word')) return fc.stringMatching(new RegExp(pattern));
  return minLength > 12 || maxLength < 12 ? fc.string({ minLength, maxLength }) : word;
}

function numberOf(fc, { type, minimum = 0, maximum }) {
  const top = Math.max(minimum, Math.min(maximum ?? USUAL_MAXIMUM, minimum + USUAL_MAXIMUM));
  return type === 'integer' ? fc.integer({ min: minimum, max: top }) : fc.integer({ min: minimum, max: top });
}

/** Places of a value that can be changed: each a function that changes a copy. */
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
