/** MySQL's and Redis' servers in the machine of the cluster, at its address, as an installation has them beside it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../lib/commands.mjs';
import { Failure } from '../lib/console.mjs';
import { ADDRESS, until } from './machine.mjs';

const START_LIMIT_MS = 120_000;

/** Starts Redis. It is ready before a pod can be. */
export function startRedis(machine) {
  const options = [
    '--bind',
    ADDRESS,
    '--protected-mode',
    'no',
    '--save',
    '',
    '--maxmemory-policy',
    'noeviction',
  ];
  machine.start('redis', [findProgram('redis-server'), ...options]);
}

/** Starts MariaDB with empty databases and the account `portolan`. */
export async function startMariaDb(machine, databases) {
  const data = join(machine.folder, 'mariadb');
  mkdirSync(data);
  const common = ['--no-defaults', `--datadir=${data}`, '--user=root'];
  const install = [findProgram('mariadb-install-db'), ...common, '--auth-root-authentication-method=normal'];
  const { code, stdout, stderr } = await machine.run(install);
  if (code !== 0) throw new Failure(`MariaDB was not set up: ${stdout}${stderr}`);
  const statements = databases.flatMap((name) => [
    `CREATE DATABASE ${name};`,
    `GRANT ALL ON ${name}.* TO portolan@'%';`,
  ]);
  const init = join(machine.folder, 'init.sql');
  writeFileSync(init, ["CREATE USER portolan@'%';", ...statements].join('\n'));
  machine.start('mariadb', [
    findProgram('mariadbd'),
    ...common,
    `--tmpdir=${data}`,
    `--bind-address=${ADDRESS}`,
    `--socket=${join(machine.folder, 'mariadb.sock')}`,
    `--init-file=${init}`,
    '--skip-name-resolve',
    '--character-set-server=utf8mb4',
    '--collation-server=utf8mb4_bin',
    '--transaction-isolation=READ-COMMITTED',
    '--default-time-zone=+00:00',
  ]);
  const answers = async () => (await machine.run(['bash', '-c', `: < /dev/tcp/${ADDRESS}/3306`])).code === 0;
  await until('MariaDB answers', answers, START_LIMIT_MS, 500);
}
