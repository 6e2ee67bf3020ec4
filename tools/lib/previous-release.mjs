/** The release before this one, built beside this checkout: what runs while its replicas are exchanged one by one. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { run, runOrFail } from './commands.mjs';
import { Failure, step } from './console.mjs';
import { HOME, ROOT } from './settings.mjs';

const WORKSPACES = '@portolan';

const readJson = (...parts) => JSON.parse(readFileSync(join(...parts), 'utf8'));

/** The commit of the release before this one, as package.json names it. */
export const previousRelease = () => readJson(ROOT, 'package.json').previousRelease;

/** Versions of npm packages in a lock file, by their place; those of this repository itself are left out. */
const lockedIn = (folder) =>
  Object.entries(readJson(folder, 'package-lock.json').packages).filter(
    ([place, { link }]) => place.startsWith('node_modules/') && !link,
  );

/** Whether the packages that are installed here are those that a checkout asks for. */
export function sharesPackages(folder, here = ROOT) {
  const installed = new Map(lockedIn(here));
  return lockedIn(folder).every(([place, { version }]) => installed.get(place)?.version === version);
}

/** Every installed package by a link to it; those of the repository are the checkout's own. */
function linkPackages(folder) {
  const [from, to] = [join(ROOT, 'node_modules'), join(folder, 'node_modules')];
  mkdirSync(join(to, WORKSPACES), { recursive: true });
  for (const name of readdirSync(from).filter((one) => one !== WORKSPACES)) {
    symlinkSync(join(from, name), join(to, name));
  }
  for (const name of readdirSync(join(folder, 'libs'))) {
    symlinkSync(join('..', '..', 'libs', name), join(to, WORKSPACES, name));
  }
}

function unpack(commit, folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 1 << 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
}

/**
 * The built tree of a release; made once for each commit, under `.portolan/`.
 * @returns its folder
 * @throws Failure when this clone does not have the commit, or it can't be built
 */
export async function builtRelease(commit) {
  const folder = join(HOME, 'previous', commit.slice(0, 12));
  const stamp = join(folder, '.built');
  if (existsSync(stamp)) return folder;
  const known = await run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT });
  if (known.code !== 0) throw new Failure(`this clone has no commit ${commit}: git fetch --unshallow`);
  await step(`Building the release before this one (${commit.slice(0, 8)})`, async () => {
    unpack(commit, folder);
    if (sharesPackages(folder)) linkPackages(folder);
    else await runOrFail('npm ci', 'npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder });
    const tsc = join(folder, 'node_modules', 'typescript', 'bin', 'tsc');
    const projects = join(folder, 'tsconfig.build.json');
    const older = join(folder, 'tsconfig.json');
    await runOrFail('building', process.execPath, [tsc, '-b', existsSync(projects) ? projects : older]);
  });
  writeFileSync(stamp, '');
  return folder;
}
