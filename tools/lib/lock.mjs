/** Locks between commands of one checkout, which must not run concurrently. */
import { accessSync, constants, linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { failWhenInterrupted } from './commands.mjs';
import { Failure, dim, say } from './console.mjs';
import { makeFolder, parsed, tryRead } from './files.mjs';
import { identityOf, isAlive } from './process-identity.mjs';
import { paths } from './settings.mjs';

/** Takes the lock by linking a complete file, so that no command reads a partial one. */
function tryTake(file, text) {
  const draft = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  writeFileSync(draft, text);
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Removes the lock of a dead process; restores it when another command has taken the lock concurrently. */
function clearStale(file, seen) {
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
    if (tryRead(aside) !== seen) linkSync(aside, file);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Every command that changes the data begins here: a folder that cannot be written is named before anything is started. */
function needFolder(folder) {
  makeFolder(folder);
  try {
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new Failure(`cannot write ${folder}: ${error.code}`);
  }
}

/**
 * Runs `work` under the lock `name` of this checkout, or of `folder`; waits for a living holder, and replaces the lock of a dead
 * one. An interruption ends the wait, unless `work` `undoes` what the command has started.
 */
export async function withLock(
  name,
  work,
  { timeoutMs = 600_000, folder = paths.locks, undoes = false } = {},
) {
  needFolder(folder);
  const file = join(folder, `${name}.lock`);
  const { pid, argv } = process;
  const command = `node ${argv.slice(1).join(' ').replaceAll(`${process.cwd()}/`, '')}`;
  const text = JSON.stringify({ pid, identity: identityOf(pid), command, nonce: Math.random() });
  const deadline = Date.now() + timeoutMs;
  let told = false;
  while (!tryTake(file, text)) {
    if (!undoes) failWhenInterrupted();
    const seen = tryRead(file);
    const holder = parsed(seen);
    if (seen !== null && !isAlive(holder)) {
      clearStale(file, seen);
      continue;
    }
    if (holder && !told) say(dim(`  waiting for another command: ${holder.command} (pid ${holder.pid})`));
    told = true;
    if (Date.now() > deadline)
      throw new Failure(`gave up waiting for "${holder?.command}" (pid ${holder?.pid})`);
    await sleep(200);
  }
  try {
    return await work();
  } finally {
    if (tryRead(file) === text) rmSync(file, { force: true });
  }
}
