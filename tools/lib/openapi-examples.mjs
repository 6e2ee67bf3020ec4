/** Examples in an `openapi.json`: every body and every main response has one that matches its schema. */
import { violations, ApiDocument } from '../fuzz/document.mjs';

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
