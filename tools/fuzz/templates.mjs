/** Generates requests to the operations of a document, from valid to unreadable ones. */
import { weighted } from './arbitraries.mjs';
import { BROKEN_BODIES, MANY_FIELDS, STRANGE_BODIES, WRONG_TYPES } from './hostile.mjs';
import { PATCH_TEXTS, hostilePatches } from './patches.mjs';
import { ENCODED, FORM_TYPE, ODD_FORMS, ODD_HEADERS } from './wire.mjs';

/** The weight of each kind. Those of {@link STOPPED} do not reach a handler. */
const KINDS = {
  ...{ valid: 700, near: 120, hostile: 80 },
  ...{ broken: 40, verb: 25, route: 15, large: 4, header: 20, bodiless: 8, encoded: 4, form: 4 },
};
const STOPPED = new Set(['broken', 'verb', 'route', 'large', 'header', 'bodiless', 'encoded', 'form']);
const VERBS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const LONG_LIST = JSON.stringify(Object.keys(MANY_FIELDS));

export const isStopped = ({ kind }) => STOPPED.has(kind);

/** The arbitrary of an operation's requests, with placeholders for references: `body` is sent as JSON, `text` unchanged. */
export function templatesOf(operation, tools) {
  const kinds = Object.entries(KINDS).map(([kind, weight]) => [weight, templateOf(kind, operation, tools)]);
  return weighted(tools.fc, ...kinds);
}

export function templateOf(kind, operation, tools) {
  const { fc, profile } = tools;
  const hostile = kind === 'hostile' || kind === 'near';
  const inPath = operation.parameters.filter(({ in: where }) => where === 'path');
  const values = inPath.map((one) => [one.name, pathValue(one, operation, hostile, tools)]);
  const path = fc.record(Object.fromEntries(values));
  const parts = {
    kind: fc.constant(kind),
    path,
    query: queryOf(operation, kind === 'hostile', tools),
    headers: headersOf(operation, kind, tools),
    ...bodyOf(kind, operation, tools),
  };
  if (kind === 'verb') {
    const same = tools.document.operations.filter(({ path }) => path === operation.path);
    const known = new Set(same.map(({ method }) => method));
    parts.method = fc.constantFrom(...VERBS.filter((verb) => !known.has(verb)));
  }
  if (kind === 'route') parts.suffix = fc.constantFrom('/nothing/here/at/all', '%zz', '/%00', '/..%2f..%2fx');
  if (kind === 'broken' && Object.keys(operation.bodies).length === 0)
    parts.suffix = fc.constantFrom('%zz', '%', '/%e0%a4%a');
  return fc.record(parts).map((template) => profile.adjust?.(operation, template) ?? template);
}

function pathValue(parameter, operation, hostile, tools) {
  const { fc, arbitraries, profile } = tools;
  const own = profile.path?.(parameter.name, operation, tools);
  const good = own ?? arbitraries.valid(parameter.schema ?? { type: 'string' }, parameter.name);
  const unknown = fc.stringMatching(/^[a-z]{3}-[0-9]{1,6}$/);
  return hostile
    ? weighted(fc, [5, good], [1, unknown], [2, arbitraries.hostileText()])
    : weighted(fc, [15, good], [1, unknown]);
}

function queryOf(operation, hostile, { fc, arbitraries }) {
  const parameters = operation.parameters.filter(({ in: where }) => where === 'query');
  const one = ({ name, schema }) => {
    const good = arbitraries.valid(schema ?? { type: 'string' }, `?${name}`);
    return fc.tuple(fc.constant(name), hostile ? fc.oneof(good, arbitraries.hostileText()) : good);
  };
  const all = fc.tuple(...parameters.map(one));
  return fc.tuple(all, fc.array(fc.nat(), { maxLength: 3 })).map(([pairs, picks]) => {
    if (pairs.length === 0) return [];
    const chosen = picks.map((pick) => pairs[pick % pairs.length]);
    return hostile ? chosen : [...new Map(chosen).entries()];
  });
}

function headersOf(operation, kind, { fc, arbitraries, profile }) {
  const own = profile.headers?.(operation, fc) ?? fc.constant({});
  if (kind === 'header') return fc.constantFrom(...ODD_HEADERS);
  // Without a body the media type has no meaning.
  if (kind === 'bodiless')
    return fc.constantFrom('application/json', ...WRONG_TYPES).map((type) => ({ 'content-type': type }));
  if (kind !== 'hostile') return own;
  const names = operation.parameters.filter(({ in: where }) => where === 'header').map(({ name }) => name);
  if (names.length === 0) return own;
  const text = arbitraries.hostileText().map((value) => value.replace(/[^\x20-\x7e]/g, '.').slice(0, 500));
  return fc.tuple(fc.constantFrom(...names), text).map(([name, value]) => ({ [name]: value }));
}

function bodyOf(kind, operation, { fc, arbitraries }) {
  const schema = (operation.bodies['application/json'] ?? Object.values(operation.bodies)[0])?.schema;
  if (!schema) return { body: fc.constant(undefined) };
  const isPatch = operation.method === 'PATCH';
  switch (kind) {
    case 'near':
      return { body: arbitraries.nearly(schema) };
    case 'hostile':
      return { body: isPatch ? hostilePatches(fc, arbitraries) : arbitraries.hostile(schema) };
    case 'broken':
      return {
        text: fc.constantFrom(...BROKEN_BODIES, ...STRANGE_BODIES, ...(isPatch ? PATCH_TEXTS : [])),
        type: weighted(fc, [3, fc.constant('application/json')], [1, fc.constantFrom(...WRONG_TYPES)]),
      };
    case 'large':
      return {
        text: fc.constantFrom(`{"a":"${'x'.repeat(1_100_000)}"}`, JSON.stringify(MANY_FIELDS), LONG_LIST),
        type: fc.constant('application/json'),
      };
    case 'encoded':
      return { encoded: fc.constantFrom(...ENCODED) };
    case 'form':
      return { text: fc.constantFrom(...ODD_FORMS), type: fc.constant(FORM_TYPE) };
    case 'bodiless':
      return { body: fc.constant(undefined) };
    default:
      return { body: arbitraries.valid(schema, operation.id) };
  }
}

export function requestOf(operation, template, pools, { write = writeAddress } = {}) {
  const values = pools.fill(template.path);
  const encode = (name) => (template.rawPath ? write(values[name]) : encodeText(values[name]));
  let path = operation.path.replace(/\{([^}]+)\}/g, (_, name) => encode(name));
  if (template.suffix) path += template.suffix;
  const query = pools
    .fill(template.query)
    .map(([name, value]) => `${encodeText(name)}=${encodeText(value)}`)
    .join('&');
  if (template.encoded) {
    const { encoding, body } = template.encoded;
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
    return { method: operation.method, path: query ? `${path}?${query}` : path, headers, body, values };
  }
  const filled =
    template.text ?? (template.body === undefined ? undefined : JSON.stringify(pools.fill(template.body)));
  const type = template.type ?? 'application/json';
  return {
    method: template.method ?? operation.method,
    path: query ? `${path}?${query}` : path,
    headers: { ...template.headers, ...(filled === undefined ? {} : { 'content-type': type }) },
    body: filled,
    values,
  };
}

/** The slashes of a value that is a path are kept. */
const writeAddress = (value) =>
  encodeURI(String(value ?? '').toWellFormed()).replace(/[?#]/g, encodeURIComponent);

/** Percent-encodes; leaves out lone surrogates, which cannot be sent. */
const encodeText = (value) => encodeURIComponent(String(value ?? '').toWellFormed());
