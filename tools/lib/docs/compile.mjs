/** Compiles TypeScript of the pages with its types, against the libraries of this repository. */
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../settings.mjs';

/** The first line of a block that is a file by itself: `// src/job.ts`. */
const FILE_NAME = /^\/\/ (\S+\.ts)\n/;

const MODULE = /^import /m;

/** Samples that are compiled elsewhere, or that leave something to be declared by the reader. */
const ELSEWHERE = /^libs\/client-/;

/** Options of the repository but for what writes files. */
function compilerOptions() {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, ROOT);
  return {
    ...options,
    composite: false,
    incremental: false,
    declaration: false,
    declarationMap: false,
    noEmit: true,
  };
}

/**
 * Returns the compiler's errors in the blocks that import something; those of one page can import each other by their file names.
 * @param {import('./blocks.mjs').Block[]} blocks
 * @returns {string[]}
 */
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
