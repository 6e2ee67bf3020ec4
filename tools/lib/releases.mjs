/** Other releases of Node.js, for lanes that run every test on them, and the previous release of Portolan. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join, dirname } from 'node:path';
import { run, runOrFail } from './commands.mjs';
import { Failure, step } from './console.mjs';
import { HOME, ROOT, SERVICES } from './settings.mjs';

const WORKSPACES = '@portolan';

const readJson = (...parts) => JSON.parse(fs.readFileSync(join(...parts), 'utf8'));

/** The commit of the release before this one, as package.json names it. */
export const previousRelease = () => readJson(ROOT, 'package.json').previousRelease;

/** Returns the versions of npm packages in a lock file by their place, without those of this repository. */
const lockedIn = (folder) =>
  Object.entries(readJson(folder, 'package-lock.json').packages).filter(
    ([place, { link }]) => place.startsWith('node_modules/') && !link,
  );

/** Reports whether the installed packages are those of a checkout's lock file. */
function sharesPackages(folder, here = ROOT) {
  const installed = new Map(lockedIn(here));
  return lockedIn(folder).every(([place, { version }]) => installed.get(place)?.version === version);
}

/** Links every installed package into the checkout, except those of the repository itself. */
function linkPackages(folder) {
  const [from, to] = [join(ROOT, 'node_modules'), join(folder, 'node_modules')];
  fs.mkdirSync(join(to, WORKSPACES), { recursive: true });
  for (const name of fs.readdirSync(from).filter((one) => one !== WORKSPACES))
    fs.symlinkSync(join(from, name), join(to, name));
  for (const name of fs.readdirSync(join(folder, 'libs')))
    fs.symlinkSync(join('..', '..', 'libs', name), join(to, WORKSPACES, name));
}

function unpack(commit, folder) {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 1 << 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
}

/** Builds a release once, under `.portolan/`. @returns its folder @throws Failure without its commit, or when it can't be built */
export async function builtRelease(commit) {
  const folder = join(HOME, 'previous', commit.slice(0, 12));
  const stamp = join(folder, '.built');
  if (fs.existsSync(stamp)) return folder;
  const known = await run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT });
  if (known.code !== 0) throw new Failure(`this clone has no commit ${commit}: git fetch --unshallow`);
  await step(`Building the release before this one (${commit.slice(0, 8)})`, async () => {
    unpack(commit, folder);
    if (sharesPackages(folder)) linkPackages(folder);
    else await runOrFail('npm ci', 'npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder });
    const tsc = join(folder, 'node_modules', 'typescript', 'bin', 'tsc');
    const projects = join(folder, 'tsconfig.build.json');
    const older = join(folder, 'tsconfig.json');
    await runOrFail('building', process.execPath, [tsc, '-b', fs.existsSync(projects) ? projects : older]);
  });
  fs.writeFileSync(stamp, '');
  return folder;
}

/** The npm package with only the program; it has no install script. */
const packageOf = (major) => `node-linux-${process.arch}@${major}`;

async function install(major) {
  const folder = join(HOME, 'node', String(major));
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const args = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
  await runOrFail(`installing Node.js ${major}`, 'npm', [...args, packageOf(major)], { cwd: folder });
  return join(folder, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node');
}

/** Fails when this Node.js does not know the flags of a service. */
async function checkFlags(program) {
  for (const { title, nodeFlags } of SERVICES) {
    const { code, tail } = await run(program, [...nodeFlags, '--eval', '0']);
    if (code !== 0) throw new Failure(`${program} refuses the flags of ${title}: ${tail.join(' ')}`);
  }
}

/** Installs the newest Node.js of a major version, git-ignored. @returns the program `node`, and `env` that has it in PATH */
export async function nodeRelease(major) {
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch))
    throw new Failure(`there is no package of Node.js ${major} for ${process.platform} on ${process.arch}`);
  return step(`Node.js ${major}`, async () => {
    const node = await install(major);
    await checkFlags(node);
    return { node, env: { PATH: `${dirname(node)}:${process.env.PATH}` } };
  });
}
