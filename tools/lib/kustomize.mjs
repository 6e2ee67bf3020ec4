/** Renders a folder like `kubectl kustomize`, without the program: the part that k8s/ uses. Unknown fields are refused. */
import { existsSync, readFileSync, statSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { load } from './packages.mjs';
import { ROOT } from './settings.mjs';

const KNOWN = [
  ...['apiVersion', 'kind', 'namespace', 'resources', 'components', 'patches', 'images', 'replicas'],
  ...['configMapGenerator', 'generatorOptions', 'replacements'],
];
const SCALED = new Set(['Deployment', 'StatefulSet', 'ReplicaSet']);
const CLUSTER_WIDE = new Set(['Namespace', 'ClusterRole', 'ClusterRoleBinding', 'PersistentVolume']);

export const render = (folder) => build(folder, []);

function build(folder, inherited) {
  const kustomization = parseDocuments(readFileSync(join(folder, 'kustomization.yaml'), 'utf8'))[0];
  const unknown = Object.keys(kustomization).filter((field) => !KNOWN.includes(field));
  if (unknown.length > 0) throw new Error(`${folder}: ${unknown.join(', ')} cannot be rendered here`);
  const { resources = [], components = [], namespace } = kustomization;
  let objects = [...inherited, ...resources.flatMap((path) => resource(resolve(folder, path)))];
  for (const path of components) objects = build(resolve(folder, path), objects);
  objects.push(...configMaps(folder, kustomization));
  for (const patch of kustomization.patches ?? []) objects = patched(folder, patch, objects);
  if (namespace) for (const object of objects) setNamespace(object, namespace);
  for (const image of kustomization.images ?? []) setImage(objects, image);
  for (const replicas of kustomization.replicas ?? []) setReplicas(folder, objects, replicas);
  for (const replacement of kustomization.replacements ?? []) replace(folder, objects, replacement);
  return objects;
}

function resource(path) {
  if (!existsSync(path)) throw new Error(`${path} does not exist`);
  return statSync(path).isDirectory() ? build(path, []) : parseDocuments(readFileSync(path, 'utf8'));
}

const matches = (own = {}, wanted) =>
  wanted.split(',').every((pair) => {
    const [key, value] = pair.split('=');
    return own[key] === value;
  });

/** Reports whether a patch applies to an object; a name is an anchored regular expression, as in kustomize. */
function isTarget({ kind, name, labelSelector }, object) {
  if (kind && !new RegExp(`^(?:${kind})$`).test(object.kind)) return false;
  if (name && !new RegExp(`^(?:${name})$`).test(object.metadata.name)) return false;
  return !labelSelector || matches(object.metadata.labels, labelSelector);
}

function patched(folder, { target, patch, path }, objects) {
  const [operations] = parseDocuments(patch ?? readFileSync(join(folder, path), 'utf8'));
  if (!Array.isArray(operations) || !target)
    throw new Error(`${folder}: only JSON patches of a target can be rendered here`);
  let found = 0;
  const result = objects.map((object) => {
    if (!isTarget(target, object)) return object;
    found += 1;
    return load('fast-json-patch').applyPatch(object, structuredClone(operations), true, false).newDocument;
  });
  if (found === 0) throw new Error(`${folder}: no object matches the target ${JSON.stringify(target)}`);
  return result;
}

function setNamespace(object, namespace) {
  if (object.kind === 'Namespace') object.metadata.name = namespace;
  else if (!CLUSTER_WIDE.has(object.kind)) object.metadata.namespace = namespace;
  if (object.kind === 'RoleBinding')
    for (const subject of object.subjects)
      if (subject.kind === 'ServiceAccount') subject.namespace ??= namespace;
}

const podOf = (object) => object.spec?.template?.spec;

/** Returns the containers of an object that creates pods, including init containers. */
export const allContainersOf = (object) => [
  ...(podOf(object)?.initContainers ?? []),
  ...(podOf(object)?.containers ?? []),
];

function setImage(objects, { name, newName = name, newTag }) {
  for (const container of objects.flatMap(allContainersOf))
    if (container.image === name || container.image.startsWith(`${name}:`))
      container.image = newTag ? `${newName}:${newTag}` : newName;
}

function setReplicas(folder, objects, { name, count }) {
  const found = objects.filter(({ kind, metadata }) => SCALED.has(kind) && metadata.name === name);
  if (found.length === 0) throw new Error(`${folder}: no scaled object has the name ${name}`);
  for (const { spec } of found) spec.replicas = count;
}

/** Resolves a step of a path: a field, an index of a list, or the entry of that name in a list. */
const step = (value, key) => {
  const [, name] = /^\[name=(.+)\]$/.exec(key) ?? [];
  return name === undefined ? value?.[key] : value?.find((one) => one.name === name);
};
const nodeAt = (object, keys) => keys.reduce(step, object);

/** Copies a field or a part of it into other fields or parts of them: the tag of an image into a name. */
function replace(folder, objects, { source, targets }) {
  const selected = ({ kind, name }) =>
    objects.filter((object) => object.kind === kind && object.metadata.name === name);
  const [from] = selected(source);
  const text = nodeAt(from, source.fieldPath.split('.'));
  const value = source.options ? text?.split(source.options.delimiter)[source.options.index] : text;
  if (!value) throw new Error(`${folder}: ${source.kind} ${source.name} has no ${source.fieldPath} to copy`);
  for (const { select, fieldPaths, options } of targets)
    for (const object of selected(select))
      for (const path of fieldPaths) {
        const keys = path.split('.');
        const holder = nodeAt(object, keys.slice(0, -1));
        holder[keys.at(-1)] = options ? withPart(holder[keys.at(-1)], options, value) : value;
      }
}

function withPart(text, { delimiter, index }, value) {
  const parts = text.split(delimiter);
  return parts.toSpliced(Math.min(index, parts.length), 1, value).join(delimiter);
}

/**
 * ConfigMaps of files and settings. Names get no hash, because other files, and pods created outside of a kustomization, refer to
 * them.
 */
const configMaps = (folder, { configMapGenerator = [], generatorOptions }) =>
  configMapGenerator.map(({ name, files = [], envs = [], literals = [], options }) => {
    const { labels, annotations, disableNameSuffixHash } = { ...generatorOptions, ...options };
    if (!disableNameSuffixHash) throw new Error(`${folder}: names with a hash cannot be rendered here`);
    const lines = [
      ...envs.flatMap((file) => readFileSync(resolve(folder, file), 'utf8').split('\n')),
      ...literals,
    ];
    const settings = lines
      .filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
    const contents = files.map((file) => {
      const [key, path] = file.includes('=') ? file.split('=') : [basename(file), file];
      return [key, readFileSync(join(folder, path), 'utf8')];
    });
    const metadata = { ...(annotations && { annotations }), ...(labels && { labels }), name };
    const data = Object.fromEntries([...settings, ...contents]);
    return { apiVersion: 'v1', kind: 'ConfigMap', data, metadata };
  });

const FOLDER = join(ROOT, 'k8s');

export const parseDocuments = (text) =>
  load('yaml')
    .parseAllDocuments(text)
    .map((document) => {
      if (document.errors.length > 0) throw new Error(document.errors.map(String).join('\n'));
      return document.toJS();
    })
    .filter(Boolean);

const readManifests = (isWanted) =>
  readdirSync(FOLDER, { recursive: true })
    .filter(isWanted)
    .sort()
    .map((name) => ({ name, documents: parseDocuments(readFileSync(join(FOLDER, name), 'utf8')) }));

/** Returns every manifest below k8s/ except kustomizations: its path from there, and its documents. */
export const manifests = () =>
  readManifests((name) => name.endsWith('.yaml') && !name.endsWith('kustomization.yaml'));

/** Returns every kustomization below k8s/: its folder from there, and its content. */
export const kustomizations = () =>
  readManifests((name) => name.endsWith('kustomization.yaml')).map(({ name, documents: [content] }) => ({
    folder: join(name, '..'),
    content,
  }));

/** Validates an object by its schema; throws the problem. */
export function validate(object) {
  const { apiVersion, kind } = object;
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
  const file = join(ROOT, 'node_modules', 'kubernetes-models', group, version, `${kind}.js`);
  if (!existsSync(file)) throw new Error(`no schema for ${kind} of ${apiVersion}`);
  new (load(`kubernetes-models/${group ? `${group}/` : ''}${version}/${kind}`)[kind])(object).validate();
}

export const containersOf = (object) => object.spec?.template?.spec?.containers ?? [];
