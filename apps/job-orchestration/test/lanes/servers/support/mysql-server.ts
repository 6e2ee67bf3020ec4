import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePorts } from '@portolan/service/testing';
import { createConnection } from 'mysql2/promise';
import { ServerProcess } from './server-process';

const run = promisify(execFile);

/** Files of certificates in PEM. */
export interface CertificateFiles {
  ca: string;
  cert: string;
  key: string;
}

/** A separate MariaDB that accepts TCP connections with TLS only. */
export class SecureMysql {
  private constructor(
    private readonly folder: string,
    private readonly process: ServerProcess,
    readonly port: number,
  ) {}

  /** @param statements executed by the administrator first */
  static async start(files: CertificateFiles, statements: readonly string[]): Promise<SecureMysql> {
    const folder = await mkdtemp(join(tmpdir(), 'portolan-mysql-'));
    const data = join(folder, 'data');
    const socketPath = join(folder, 'server.sock');
    const common = ['--no-defaults', `--datadir=${data}`, `--tmpdir=${data}`, '--user=root'];
    await run('mariadb-install-db', [
      ...common,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
    ]);
    const port = await freePorts();
    const started = new ServerProcess('mariadbd', [
      ...common,
      `--socket=${socketPath}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--skip-name-resolve',
      `--ssl-ca=${files.ca}`,
      `--ssl-cert=${files.cert}`,
      `--ssl-key=${files.key}`,
      '--require-secure-transport=ON',
      '--innodb-buffer-pool-size=64M',
    ]);
    const server = new SecureMysql(folder, started, port);
    try {
      await started.ready(async () => {
        const connection = await createConnection({ socketPath, user: 'root' });
        await connection.end();
      });
      const connection = await createConnection({ socketPath, user: 'root' });
      for (const statement of statements) await connection.query(statement);
      await connection.end();
      return server;
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.process.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}
