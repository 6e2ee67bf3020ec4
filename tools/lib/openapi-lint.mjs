/** Problems of an `openapi.json` by the rules of a linter and of this project. */
import { load } from './packages.mjs';
import { violations, ApiDocument } from '../fuzz/document.mjs';

const RULES = [
  ...['struct', 'no-unresolved-refs', 'security-defined', 'no-identical-paths', 'no-enum-type-mismatch'],
  ...['operation-operationId', 'operation-operationId-unique', 'operation-summary'],
  ...['operation-2xx-response', 'operation-4xx-response', 'operation-parameters-unique'],
  ...['path-parameters-defined', 'path-declaration-must-exist', 'no-invalid-schema-examples'],
  ...['no-invalid-parameter-examples', 'no-schema-type-mismatch'],
  ...['no-unused-components', 'no-duplicated-tag-names'],
  ...['operation-tag-defined', 'tag-description', 'no-empty-servers', 'no-undefined-server-variable'],
  ...['info-license', 'info-license-strict', 'spec-strict-refs'],
];

const CONFIG = {
  rules: {
    ...Object.fromEntries(RULES.map((rule) => [rule, 'error'])),
    // Without it the rule wants no other property inside `if` and `then`, which name some properties only.
    'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
  },
};

/** Reports whether a missing 2xx response belongs to an address that is only a websocket, whose response is 101. */
function isOfWebsocket({ ruleId, location: [{ pointer } = {}] }, { paths }) {
  const path = /^#\/paths\/([^/]+)\/get\b/.exec(pointer ?? '')?.[1];
  const operation = paths[path?.replaceAll('~1', '/').replaceAll('~0', '~')]?.get;
  return ruleId === 'operation-2xx-response' && operation?.responses['101'] !== undefined;
}

/** Returns the problems of a document, a line each. @param {string} source its JSON */
export async function documentProblems(source) {
  const { createConfig, lintFromString } = load('@redocly/openapi-core');
  const config = await createConfig(CONFIG);
  const document = JSON.parse(source);
  const found = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  return [
    ...found
      .filter((one) => !isOfWebsocket(one, document))
      .map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer ?? ''}: ${message}`),
    ...nameProblems(document),
    ...unnamedObjects(document),
    ...exampleProblems(document),
  ];
}

/**
 * Returns the name of the older release that a served document describes, or undefined for that of the kept document. A
 * service with `API_RELEASE` appends the release to the description.
 */
export function olderRelease({ info: served }, { info: kept }) {
  if (!kept || !served.description.startsWith(kept.description)) return undefined;
  return /^ (Release [\d.]+)\.$/.exec(served.description.slice(kept.description.length))?.[1];
}

/** Media types whose examples are values of the schema, which in a stream is that of an event's data; other examples are texts. */
const JSON_TYPE = /^(application\/([\w.-]+\+)?json|text\/event-stream)$/;

/** Returns the problems of a document's examples, a line each. */
export function exampleProblems(document) {
  const api = new ApiDocument(document);
  return api.operations.flatMap(({ id, bodies, responses }) => [
    ...ofContent(`${id} body`, bodies, api),
    ...Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([status, { content = {} }]) => ofContent(`${id} ${status}`, content, api)),
  ]);
}

const ofContent = (what, content, api) =>
  Object.entries(content).flatMap(([type, { schema, example }]) => {
    if (example === undefined) return [`${what} has no example of ${type}`];
    if (!JSON_TYPE.test(type) || !schema) return [];
    return violations(example, schema, api).map((fault) => `${what}, example of ${type}: ${fault}`);
  });

/**
 * Returns the objects with fields that have no name, a line each: generators of clients invent names for them, which change with
 * their surroundings.
 */
export function unnamedObjects({ paths, components: { schemas = {} } = {} }) {
  const inside = (node, at) => {
    if (typeof node !== 'object' || node === null) return [];
    const isUnnamed = node.type === 'object' && node.properties && node.additionalProperties !== false;
    return [...(isUnnamed ? [`${at} has no name`] : []), ...below(node, at)];
  };
  const below = (node, at) =>
    Object.entries(node)
      .filter(([key]) => !['example', 'examples'].includes(key))
      .flatMap(([key, one]) => inside(one, `${at}/${key}`));
  return [
    ...Object.entries(schemas).flatMap(([name, schema]) => below(schema, name)),
    ...inside(paths, 'paths'),
  ];
}

/** Allowed first words of operation names, which become functions of clients. */
const NAME = /^[a-z][a-zA-Z0-9]*$/;

/** Returns the operations whose id is an unsuitable name of a function, a line each. @returns {string[]} */
export const nameProblems = ({ paths }) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation.responses && !NAME.test(operation.operationId ?? ''))
      .map(([method, { operationId }]) => `${method.toUpperCase()} ${path} is called ${operationId}`),
  );
