/** Checks of a block that need no running system, by its language. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, dirname } from 'node:path';
import ts from 'typescript';
import { parseAllDocuments } from 'yaml';
import { ROOT } from '../settings.mjs';

const SCRIPTS = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts;
const SETTINGS = readFileSync(join(ROOT, 'docs', 'configuration.md'), 'utf8');

const COMMAND = /^\s*(?:\$ )?(?:curl|npm|npx|node|docker|kubectl|git|export|cat|kill|java|javac|jar) /m;

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
  python: pythonProblem,
};

export function problemOf({ language, text }) {
  if (Object.hasOwn(CHECKS, language)) return CHECKS[language](text);
  return `has no language that is checked; expected one of ${Object.keys(CHECKS).join(', ')}`;
}

function thrownBy(work) {
  try {
    work();
    return undefined;
  } catch (error) {
    return error.message;
  }
}

/** Checks that a shell can parse the commands, and that their scripts and tools exist. */
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

/** The lane `python` runs these blocks; their syntax is checked where there is Python. */
function pythonProblem(text) {
  const { status, stderr } = spawnSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], {
    input: text,
    encoding: 'utf8',
  });
  return status ? `is no Python: ${stderr.trim().split('\n').at(-1)}` : undefined;
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

const ESNEXT = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext };

function syntaxProblem(text, fileName) {
  const { diagnostics = [] } = ts.transpileModule(text, {
    fileName,
    reportDiagnostics: true,
    compilerOptions: { ...ESNEXT, experimentalDecorators: true },
  });
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))[0];
}

/** The first line of a block that is a file by itself: `// src/job.ts`. */
const FILE_NAME = /^\/\/ (\S+\.ts)\n/;

const MODULE = /^import /m;

/** Samples that are compiled elsewhere, or that need declarations of the reader. */
const ELSEWHERE = /^libs\/client-/;

function compilerOptions() {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, ROOT);
  const off = { composite: false, incremental: false, declaration: false, declarationMap: false };
  return { ...options, ...off, noEmit: true };
}

/** Returns the compiler's errors in the blocks with imports; blocks of one page can import each other by their file names. */
export function compileProblems(blocks) {
  const files = new Map(
    blocks
      .filter(({ language, page, text }) => language === 'ts' && MODULE.test(text) && !ELSEWHERE.test(page))
      .map((block) => {
        const name = FILE_NAME.exec(block.text)?.[1] ?? `line-${block.line}.ts`;
        return [join(ROOT, 'tools', `${block.page}.d`, name), block];
      }),
  );
  const host = ts.createCompilerHost(compilerOptions());
  const { fileExists, readFile, getSourceFile, directoryExists } = host;
  const folders = new Set([...files.keys()].map((file) => dirname(file)));
  Object.assign(host, {
    fileExists: (file) => files.has(file) || fileExists(file),
    directoryExists: (folder) => folders.has(folder) || directoryExists(folder),
    readFile: (file) => files.get(file)?.text ?? readFile(file),
    getSourceFile: (file, version, ...rest) =>
      files.has(file)
        ? ts.createSourceFile(file, files.get(file).text, version)
        : getSourceFile(file, version, ...rest),
  });
  const program = ts.createProgram({ rootNames: [...files.keys()], options: compilerOptions(), host });
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const message = ts.flattenDiagnosticMessageText(messageText, '\n');
    const block = file && files.get(file.fileName);
    const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${block ? `${block.name} (line ${block.line + line})` : (file?.fileName ?? '')}: ${message}`;
  });
}
