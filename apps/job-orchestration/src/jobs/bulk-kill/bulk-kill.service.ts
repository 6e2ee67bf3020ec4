import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Signals } from '@portolan/messaging';
import { mayChangeAll, type Principal } from '@portolan/service';
import { JobOrchestrationConfig } from '../../job-orchestration-config';
import type { Query } from '../../search/paging';
import { checkFilters } from '../../search/searchable';
import { jobSearchable } from '../search/job-searchable';
import { BulkKillRepository } from './bulk-kill.repository';

/** Says that a bulk kill was asked for. */
export const BULK_KILL_SIGNAL = 'bulk-kill';

/** Takes wishes to end all jobs that a search finds; a controller carries them out. */
@Injectable()
export class BulkKillService {
  constructor(
    private readonly repository: BulkKillRepository,
    private readonly signals: Signals,
    private readonly config: JobOrchestrationConfig,
  ) {}

  /**
   * A caller without the role `admin` means its own jobs only.
   *
   * @throws what {@link checkFilters} throws
   */
  async request(query: Query, caller?: Principal): Promise<void> {
    checkFilters(jobSearchable(this.config.API_RELEASE), query);
    const owner = mayChangeAll(caller) ? undefined : caller?.subject;
    await this.repository.add(randomUUID(), query, owner, Date.now());
    this.signals.send(BULK_KILL_SIGNAL);
  }
}
