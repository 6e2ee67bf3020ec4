import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { ServiceLogger, Ticker } from '@portolan/service';
import { NodeLaunchesService } from './launches/node-launches.service';
import { NodeConfig } from './config/node-config';
import { removeBelow } from './file-system/remove-tree';

/** Removes the files of ended launches after the retention time (V3-JOB-30). */
@Injectable()
export class DirectoryRetentionService {
  private readonly ticker: Ticker;

  constructor(
    private readonly launches: NodeLaunchesService,
    config: NodeConfig,
    private readonly logger: ServiceLogger,
  ) {
    this.ticker = new Ticker({
      everyMs: config.NODE_CLEANUP_MS,
      run: () => this.clean(Date.now() - config.NODE_RETENTION_MS),
      onError: (error) => logger.warn({ err: error }, 'expired directories could not be removed'),
    });
  }

  start(): void {
    this.ticker.start();
  }

  stop(): Promise<void> {
    return this.ticker.stop();
  }

  /** The directory of a forgotten launch was last changed when it was forgotten; others are kept. */
  private async clean(before: number): Promise<void> {
    const { journal } = this.launches;
    for (const name of await readdir(journal.root)) {
      if (this.launches.find(name)) continue;
      const path = join(journal.root, name);
      const [info, isKnown] = await Promise.all([stat(path).catch(() => undefined), journal.has(name)]);
      if (info?.isDirectory() && !isKnown && info.mtimeMs <= before) await this.remove(name);
    }
  }

  /** A directory that cannot be removed must not hold up the others. */
  private async remove(launchId: string): Promise<void> {
    try {
      await removeBelow(this.launches.journal.root, launchId);
      this.logger.info({ launchId }, 'expired directory of a launch removed');
    } catch (error) {
      this.logger.warn({ err: error, launchId }, 'expired directory of a launch could not be removed');
    }
  }
}
