/** An `openapi.json` as the fuzz run reads it, and the comparison of responses with it. */

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

export class ApiDocument {
  #schemas;

  /** @param isForm tells which operations are forms of another one, by their path: requests to that one cover them */
  constructor(document, isForm = () => false) {
    this.#schemas = document.components?.schemas ?? {};
    this.operations = operationsOf(document).filter(({ path }) => !isForm(path));
  }

  resolve(schema) {
    if (!schema?.$ref) return schema ?? {};
    const name = schema.$ref.slice('#/components/schemas/'.length);
    if (!this.#schemas[name])
      throw new Error(`the document refers to ${schema.$ref}, which it does not have`);
    return this.resolve(this.#schemas[name]);
  }

  /** Adds the additional responses of another document of the same API. */
  add(other) {
    for (const { id, responses } of other.operations) {
      const own = this.operations.find((one) => one.id === id);
      if (own) own.responses = { ...responses, ...own.responses };
    }
  }

  /** Returns the operations of a sent address, also those of a pattern that it fits: `/jobs/actions` fits `/jobs/{id}`. */
  operationsAt(path) {
    const [address] = path.split('?', 1);
    return this.operations.filter((one) => patternOf(one.path).test(address));
  }

  /** Returns the responses documented for a sent address: those of its operation, if any, and errors. */
  responsesTo({ method, path }) {
    // The address with the fewest parameters wins: `/jobs/actions` before `/jobs/{id}`.
    const [found] = this.operationsAt(path)
      .filter((one) => one.method === method)
      .sort((one, other) => one.path.split('{').length - other.path.split('{').length);
    const all = this.operations.flatMap(({ responses }) => Object.entries(responses));
    return { ...Object.fromEntries(all.filter(([status]) => Number(status) >= 400)), ...found?.responses };
  }
}

/** `{path}` matches several segments; an address may end with a slash. */
const patternOf = (path) =>
  new RegExp(
    `^${path.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, (_, name) => (name === 'path' ? '.+' : '[^/]+'))}/?$`,
  );

const operationsOf = ({ paths }) =>
  Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({
      id: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      parameters: [...(item.parameters ?? []), ...(item[method].parameters ?? [])],
      bodies: item[method].requestBody?.content ?? {},
      responses: item[method].responses,
    })),
  );

const JSON_TYPE = /^application\/([\w.-]+\+)?json$/;
const TYPE_CHECKS = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  array: (value) => Array.isArray(value),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  null: (value) => value === null,
};

/** Returns the violations of a schema by a value, a line each; supports the part of JSON Schema that the documents use. */
export function violations(value, given, document, at = '$') {
  const schema = document.resolve(given);
  if (value === null && Object.keys(schema).length === 0) return [];
  const types = [schema.type ?? []].flat();
  if (types.length > 0 && !types.some((type) => TYPE_CHECKS[type]?.(value)))
    return [`${at} is no ${types.join(' or ')}: ${short(value)}`];
  if (schema.enum && !schema.enum.includes(value))
    return [`${at} is none of ${schema.enum.join(', ')}: ${short(value)}`];
  return [
    ...combined(value, schema, document, at),
    ...ofText(value, schema, at),
    ...ofNumber(value, schema, at),
    ...ofList(value, schema, document, at),
    ...ofObject(value, schema, document, at),
  ];
}

function combined(value, { allOf = [], oneOf, anyOf, not, if: condition, then }, document, at) {
  const choices = oneOf ?? anyOf;
  const found = allOf.flatMap((part) => violations(value, part, document, at));
  const holds = (schema) => violations(value, schema, document, at).length === 0;
  if (not && holds(not)) found.push(`${at} is what it must not be: ${short(value)}`);
  if (condition && holds(condition)) found.push(...violations(value, then, document, at));
  const fits = !choices || choices.some(holds);
  return fits ? found : [...found, `${at} fits none of its alternatives: ${short(value)}`];
}

function ofText(value, { minLength = 0, maxLength = Infinity, pattern }, at) {
  if (typeof value !== 'string') return [];
  const length = [...value].length;
  if (length < minLength || length > maxLength) return [`${at} has ${length} characters`];
  return pattern && !new RegExp(pattern, 'u').test(value)
    ? [`${at} does not match ${pattern}: ${short(value)}`]
    : [];
}

function ofNumber(value, { minimum, maximum, exclusiveMinimum, exclusiveMaximum }, at) {
  if (typeof value !== 'number') return [];
  const isOutside =
    value < minimum || value > maximum || value <= exclusiveMinimum || value >= exclusiveMaximum;
  if (!isOutside) return [];
  const [from, to] = [minimum ?? exclusiveMinimum, maximum ?? exclusiveMaximum];
  return [`${at} is not from ${from} to ${to}: ${value}`];
}

function ofList(value, { items, minItems = 0, maxItems = Infinity }, document, at) {
  if (!Array.isArray(value)) return [];
  if (value.length < minItems || value.length > maxItems) return [`${at} has ${value.length} entries`];
  return items ? value.flatMap((one, i) => violations(one, items, document, `${at}[${i}]`)) : [];
}

function ofObject(value, { properties = {}, required = [], additionalProperties }, document, at) {
  if (!TYPE_CHECKS.object(value)) return [];
  const missing = required
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => `${at}.${name} is missing`);
  const inside = Object.entries(value).flatMap(([name, one]) => {
    if (Object.hasOwn(properties, name)) return violations(one, properties[name], document, `${at}.${name}`);
    if (additionalProperties === false) return [`${at}.${name} is not documented`];
    return typeof additionalProperties === 'object'
      ? violations(one, additionalProperties, document, `${at}.${name}`)
      : [];
  });
  return [...missing, ...inside];
}

const short = (value) => String(JSON.stringify(value)).slice(0, 120);

/** Returns the faults of a response. @param isPart the request selected some fields: others may be missing */
export function faultsOf(answer, responses, document, { isPart = false, isHead = false } = {}) {
  const { status, type, text, isStream } = answer;
  const documented = responses[status] ?? responses[`${String(status)[0]}XX`] ?? responses.default;
  if (!documented) return [`status ${status} is not documented`];
  const medium = type.split(';')[0].trim();
  if (text === '' && !isStream)
    return isEmptyRight(medium, documented, isHead) ? [] : [`${status} without the documented body`];
  const content = contentOf(documented, medium);
  if (!content) return [`${status} with a body of the type ${medium || '(none)'} is not documented`];
  if (!JSON_TYPE.test(medium) || !content.schema || isPart) return [];
  try {
    return violations(JSON.parse(text), content.schema, document).slice(0, 3);
  } catch {
    return [`${status} has the type ${medium}, but is not JSON`];
  }
}

/** The documented content of a media type, or of a range that it is in: `text/*`. */
const contentOf = ({ content = {} }, medium) =>
  content[medium] ?? content[`${medium.split('/', 1)[0]}/*`] ?? content['*/*'];

/** A file may be empty; JSON may not, and a documented body needs a type. */
function isEmptyRight(medium, documented, isHead) {
  if (isHead || Object.keys(documented.content ?? {}).length === 0) return true;
  return medium !== '' && !JSON_TYPE.test(medium) && contentOf(documented, medium) !== undefined;
}
