import { readFileSync } from 'node:fs';
import type { ClassConstructor } from 'class-transformer';
import { getMetadataStorage } from 'class-validator';

/** Names of all variables that a configuration class reads, sorted. */
export function settingNames(type: ClassConstructor<object>): string[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', true, false);
  return [...new Set(rules.map((rule) => rule.propertyName))].sort();
}

/** Variables that a document does not list as `` | `NAME` | ``: for the tests of docs/configuration.md. */
export function undocumentedSettings(type: ClassConstructor<object>, document: string): string[] {
  const text = readFileSync(document, 'utf8');
  return settingNames(type).filter((name) => !new RegExp(`^\\| \`${name}\` +\\|`, 'm').test(text));
}
