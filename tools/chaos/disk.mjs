/** A small file system of its own for the work folder of a node, which can be filled. Needs root. */
import { execFile } from 'node:child_process';
import { mkdirSync, openSync, rmSync, writeSync, closeSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { findProgram } from '../lib/commands.mjs';

const execute = promisify(execFile);
const SIZE = '96m';
const BLOCK = Buffer.alloc(64 * 1024);

/** @returns `path` of the folder, and `fill()` and `empty()`; without root the `reason` why it can't be filled */
export async function makeDisk(world, name) {
  const path = join(world.folder, name);
  mkdirSync(path, { recursive: true });
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return { path, reason: 'needs root' };
  try {
    await execute(findProgram('mount'), ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'portolan-chaos', path]);
  } catch (error) {
    return { path, reason: `no file system of its own: ${error.message.trim().split('\n').at(-1)}` };
  }
  world.atEnd(() => execute(findProgram('umount'), ['-l', path]));
  const ballast = join(path, 'ballast');
  return { path, fill: () => fill(ballast), empty: () => rmSync(ballast, { force: true }) };
}

/** Writes until nothing more fits, to the last byte. */
function fill(file) {
  const open = openSync(file, 'w');
  try {
    for (let size = BLOCK.length; size >= 1;) {
      try {
        writeSync(open, BLOCK, 0, size);
      } catch (error) {
        if (error.code !== 'ENOSPC') throw error;
        size = Math.floor(size / 2);
      }
    }
  } finally {
    closeSync(open);
  }
}
