/** Other releases of Node.js than the one that runs this, for the lanes that run every test on them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { run, runOrFail } from './commands.mjs';
import { Failure, step } from './console.mjs';
import { HOME, SERVICES } from './settings.mjs';

const ROOT_FOLDER = join(HOME, 'node');

/** The npm package that is nothing but the program; it needs no install script. */
const packageOf = (major) => `node-linux-${process.arch}@${major}`;

async function install(major) {
  const folder = join(ROOT_FOLDER, String(major));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const args = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
  await runOrFail(`installing Node.js ${major}`, 'npm', [...args, packageOf(major)], { cwd: folder });
  return join(folder, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node');
}

/** Fails when a service could not start on this Node.js because of the flags that it gets. */
async function checkFlags(program) {
  for (const { title, nodeFlags = [] } of SERVICES) {
    const { code, tail } = await run(program, [...nodeFlags, '--eval', '0']);
    if (code !== 0) throw new Failure(`${program} refuses the flags of ${title}: ${tail.join(' ')}`);
  }
}

/**
 * Installs the newest Node.js of a major version in a git-ignored folder.
 *
 * @param {number} major
 * @returns {Promise<{ node: string, env: Record<string, string> }>} the program, and an environment in which it is also the
 *   `node` that processes of the tests find
 * @throws {Failure} on systems for which npm has no such package, and when it refuses the flags of a service
 */
export async function nodeRelease(major) {
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch))
    throw new Failure(`there is no package of Node.js ${major} for ${process.platform} on ${process.arch}`);
  return step(`Node.js ${major}`, async () => {
    const node = await install(major);
    await checkFlags(node);
    return { node, env: { PATH: `${dirname(node)}:${process.env.PATH}` } };
  });
}
