import { readFileSync } from 'node:fs';
import type { ClassConstructor } from '@portolan/validation';
import { settingNames } from '../config/load-config';

/** Variables that a document does not list as `` | `NAME` | ``: for the tests of docs/configuration.md. */
export function undocumentedSettings(type: ClassConstructor<object>, document: string): string[] {
  const text = readFileSync(document, 'utf8');
  return settingNames(type).filter((name) => !new RegExp(`^\\| \`${name}\` +\\|`, 'm').test(text));
}
