import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

/** One rule of a Role. */
export interface Rule {
  apiGroups: string[];
  resources: string[];
  verbs: string[];
}

/** The rules that the manifests give to the launcher. */
export function launcherRules(): Rule[] {
  const file = join(__dirname, '../../../../../k8s/base/launcher-rbac.yaml');
  const documents = parseAllDocuments(readFileSync(file, 'utf8')).map(
    (document) => document.toJS() as { kind: string; rules?: Rule[] },
  );
  return documents.find(({ kind }) => kind === 'Role')?.rules ?? [];
}

/** `batch/jobs create` for everything that rules allow. */
export const allowedBy = (rules: readonly Rule[]): string[] =>
  rules.flatMap(({ apiGroups, resources, verbs }) =>
    apiGroups.flatMap((group) =>
      resources.flatMap((resource) => verbs.map((verb) => `${group}/${resource} ${verb}`)),
    ),
  );
