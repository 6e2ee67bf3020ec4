/** An `openapi.json` as the fuzz run reads it: operations, and schemas with their references followed. */

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];
const REFERENCE = '#/components/schemas/';

/**
 * One operation of a document.
 * @typedef {object} Operation
 * @property {string} id `GET /api/v3/jobs/{id}`
 * @property {string} method in capitals
 * @property {string} path with its parameters in braces
 * @property {{name: string, in: string, required?: boolean, schema?: object}[]} parameters
 * @property {Record<string, {schema?: object}>} bodies by media type; none when no body is read
 * @property {Record<string, {content?: Record<string, {schema?: object}>}>} responses by status
 */

export class ApiDocument {
  #schemas;

  constructor(document) {
    this.#schemas = document.components?.schemas ?? {};
    this.operations = operationsOf(document);
  }

  /** A schema that is no reference itself. */
  resolve(schema) {
    if (!schema?.$ref) return schema ?? {};
    const name = schema.$ref.slice(REFERENCE.length);
    if (!this.#schemas[name])
      throw new Error(`the document refers to ${schema.$ref}, which it does not have`);
    return this.resolve(this.#schemas[name]);
  }

  /** Takes over the answers of another document of the same API, where it has more. */
  add(other) {
    for (const { id, responses } of other.operations) {
      const own = this.operations.find((one) => one.id === id);
      if (own) own.responses = { ...responses, ...own.responses };
    }
  }

  /**
   * The answers that are documented for an address as it was sent: those of its operation, when it is one's, and errors.
   * @param {{method: string, path: string}} request
   */
  responsesTo({ method, path }) {
    const [address] = path.split('?', 1);
    // The one with the fewest parameters is meant: `/jobs/actions` before `/jobs/{id}`.
    const [found] = this.operations
      .filter((one) => one.method === method && patternOf(one.path).test(address))
      .sort((one, other) => one.path.split('{').length - other.path.split('{').length);
    return { ...this.#errors(), ...found?.responses };
  }

  #errors() {
    const all = Object.assign({}, ...this.operations.map(({ responses }) => responses));
    return Object.fromEntries(Object.entries(all).filter(([status]) => Number(status) >= 400));
  }

  /** What every error of the API looks like. */
  get error() {
    return this.#schemas.Error;
  }
}

/** `{path}` stands for several segments; an address may end with a slash. */
const patternOf = (path) =>
  new RegExp(
    `^${path.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, (_, name) => (name === 'path' ? '.+' : '[^/]+'))}/?$`,
  );

function operationsOf({ paths }) {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({
      id: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      parameters: [...(item.parameters ?? []), ...(item[method].parameters ?? [])],
      bodies: item[method].requestBody?.content ?? {},
      responses: item[method].responses,
    })),
  );
}
