/**
 * The lane `servers`: Redis with TLS and behind Sentinel, MariaDB with TLS, and the drill of backup and restore. The tests
 * start their servers themselves; here it is made sure that the machine has the programs.
 */
import { canInstall, install } from '../lib/apt.mjs';
import { findProgram } from '../lib/commands.mjs';
import { Failure, step } from '../lib/console.mjs';

const PROGRAMS = ['mariadbd', 'mariadb-install-db', 'redis-server'];
const PACKAGES = [['mariadb-server', 'redis-server']];

const missing = () => PROGRAMS.filter((name) => !findProgram(name));

export async function prepare() {
  if (missing().length === 0) return {};
  if (!canInstall()) throw new Failure(`the lane servers needs ${missing().join(', ')}`);
  await step('Installing MariaDB and Redis', (onProgress) => install(PACKAGES, { onProgress }));
  if (missing().length > 0) throw new Failure(`the lane servers needs ${missing().join(', ')}`);
  return {};
}
