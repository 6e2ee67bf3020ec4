/** Checks of a block that need no running system, by its language. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { parseAllDocuments } from 'yaml';
import { ROOT } from '../settings.mjs';

const SCRIPTS = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts;
const SETTINGS = readFileSync(join(ROOT, 'docs', 'configuration.md'), 'utf8');

/** Beginnings of lines that a reader would paste. */
const COMMAND = /^\s*(?:\$ )?(?:curl|npm|npx|node|docker|kubectl|git|export|cat|kill|java|javac|jar) /m;

/** By language: what is wrong with a text, undefined when nothing is. */
const CHECKS = {
  sh: commandProblem,
  output: () => undefined,
  text: (text) =>
    COMMAND.test(text) ? 'has a command: blocks of commands are "sh", of their output "output"' : undefined,
  json: (text) => thrownBy(() => JSON.parse(text)),
  yaml: (text) => parseAllDocuments(text).flatMap(({ errors }) => errors.map(({ message }) => message))[0],
  ini: settingProblem,
  js: (text) => syntaxProblem(text, 'block.js'),
  ts: (text) => syntaxProblem(text, 'block.ts'),
};

/**
 * Describes the errors of a block.
 * @param {import('./blocks.mjs').Block} block
 * @returns {string | undefined}
 */
export function problemOf({ language, text }) {
  const check = Object.hasOwn(CHECKS, language) ? CHECKS[language] : undefined;
  if (!check) return `has no language that is known here: one of ${Object.keys(CHECKS).join(', ')}`;
  return check(text);
}

function thrownBy(work) {
  try {
    work();
    return undefined;
  } catch (error) {
    return error.message;
  }
}

/** Commands that a shell can read, of scripts and tools that exist. */
function commandProblem(text) {
  const { status, stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' });
  if (status !== 0) return `no shell reads it: ${stderr.trim()}`;
  for (const [, script] of text.matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g))
    if (!Object.hasOwn(SCRIPTS, script)) return `there is no "npm run ${script}"`;
  for (const [, tool] of text.matchAll(/\bnode (tools\/[\w./-]+\.mjs)/g)) {
    const problem = thrownBy(() => readFileSync(join(ROOT, tool)));
    if (problem) return problem;
  }
  return undefined;
}

/** Settings as `NAME=value`, each of which docs/configuration.md lists. */
function settingProblem(text) {
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const [, name] = /^([A-Z][A-Z0-9_]*)=/.exec(line) ?? [];
    if (name === undefined) return `is no setting: ${line}`;
    if (!SETTINGS.includes(`\`${name}\``)) return `docs/configuration.md has no ${name}`;
  }
  return undefined;
}

function syntaxProblem(text, fileName) {
  const { diagnostics = [] } = ts.transpileModule(text, {
    fileName,
    reportDiagnostics: true,
    compilerOptions: {
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ESNext,
      experimentalDecorators: true,
    },
  });
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))[0];
}
