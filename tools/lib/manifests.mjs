/** The Kubernetes manifests of k8s/ as objects: for tests that compare them with schemas and with what services read. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { load } from './packages.mjs';
import { ROOT } from './settings.mjs';

const FOLDER = join(ROOT, 'k8s');

/** All documents of a YAML text. */
export const parseDocuments = (text) =>
  load('yaml')
    .parseAllDocuments(text)
    .map((document) => {
      if (document.errors.length > 0) throw new Error(document.errors.map(String).join('\n'));
      return document.toJS();
    })
    .filter(Boolean);

/** Every manifest below k8s/: path from there, and its documents. Kustomizations are left out. */
export function manifests() {
  return readdirSync(FOLDER, { recursive: true })
    .filter((name) => name.endsWith('.yaml') && !name.endsWith('kustomization.yaml'))
    .sort()
    .map((name) => ({ name, documents: parseDocuments(readFileSync(join(FOLDER, name), 'utf8')) }));
}

/** Every kustomization below k8s/: folder from there, and what it says. */
export function kustomizations() {
  return readdirSync(FOLDER, { recursive: true })
    .filter((name) => name.endsWith('kustomization.yaml'))
    .map((name) => ({
      folder: join(name, '..'),
      content: parseDocuments(readFileSync(join(FOLDER, name), 'utf8'))[0],
    }));
}

/** The schema's own check of an object; throws with what is wrong. */
export function validate(object) {
  const { apiVersion, kind } = object;
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
  const file = join(ROOT, 'node_modules', 'kubernetes-models', group, version, `${kind}.js`);
  if (!existsSync(file)) throw new Error(`no schema for ${kind} of ${apiVersion}`);
  const models = load(`kubernetes-models/${group ? `${group}/` : ''}${version}/${kind}`);
  new models[kind](object).validate();
}

/** The containers of an object that makes pods. */
export const containersOf = (object) => object.spec?.template?.spec?.containers ?? [];
