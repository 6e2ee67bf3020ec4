import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { ServiceLogger, Ticker } from '@portolan/service';
import { NodeLaunches } from './launches/node-launches.service';
import { NodeConfig } from './node-config';
import { removeBelow } from './remove-tree';

/** Removes what launches left once it is old enough (reference: jobs §11). */
@Injectable()
export class RetentionService {
  private readonly ticker: Ticker;

  constructor(
    private readonly launches: NodeLaunches,
    config: NodeConfig,
    private readonly logger: ServiceLogger,
  ) {
    this.ticker = new Ticker({
      everyMs: config.NODE_CLEANUP_MS,
      run: () => this.clean(Date.now() - config.NODE_RETENTION_MS),
      onError: (error) => logger.warn({ err: error }, 'old directories could not be removed'),
    });
  }

  start(): void {
    this.ticker.start();
  }

  stop(): Promise<void> {
    return this.ticker.stop();
  }

  /** A directory changed last when its launch was forgotten; launches that are not are left alone. */
  private async clean(before: number): Promise<void> {
    const { root } = this.launches.journal;
    for (const name of await readdir(root)) {
      if (this.launches.find(name)) continue;
      const path = join(root, name);
      const [info, control] = await Promise.all([
        stat(path).catch(() => undefined),
        stat(join(path, 'control')).catch(() => undefined),
      ]);
      if (!info?.isDirectory() || control || info.mtimeMs > before) continue;
      await this.remove(name);
    }
  }

  /** One that can't be removed must not keep the others. */
  private async remove(launchId: string): Promise<void> {
    try {
      await removeBelow(this.launches.journal.root, launchId);
      this.logger.info({ launchId }, 'directory of an old launch removed');
    } catch (error) {
      this.logger.warn({ err: error, launchId }, 'directory of an old launch could not be removed');
    }
  }
}
