import { Injectable } from '@nestjs/common';
import { PeriodicTasks, ServiceLogger } from '@portolan/service';
import { HistoryConfig } from '../config/history-config';
import { PackingService } from './packing.service';

/** Packs revisions that ended `PACK_AFTER_MS` ago, every `PACK_INTERVAL_MS`, in one process at a time. */
@Injectable()
export class PackingScheduleService {
  constructor(
    config: HistoryConfig,
    packing: PackingService,
    periodic: PeriodicTasks,
    logger: ServiceLogger,
  ) {
    const { PACK_AFTER_MS, PACK_INTERVAL_MS } = config;
    if (PACK_AFTER_MS === 0) return;
    periodic.every(PACK_INTERVAL_MS, 'pack past revisions', async (signal) => {
      const packed = await packing.packOlderThan(PACK_AFTER_MS, signal);
      if (packed > 0) logger.info({ packed }, 'past revisions packed');
    });
  }
}
