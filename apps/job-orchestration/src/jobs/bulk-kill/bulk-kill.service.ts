import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Signals } from '@portolan/messaging';
import { malformed, mayChangeAll, type Principal } from '@portolan/service';
import { JobOrchestrationConfig } from '../../job-orchestration-config';
import type { Query } from '../../search/paging';
import { readSearch } from '../../search/searchable';
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
   * Who is no admin means his own jobs only.
   *
   * @throws ServiceError: malformed without any filter, and what {@link readSearch} throws
   */
  async request(query: Query, caller?: Principal): Promise<void> {
    const searchable = jobSearchable(this.config.API_RELEASE);
    const { used } = readSearch(searchable, query);
    const names = Object.keys(searchable.filters);
    if (used.length === 0) throw malformed('', `at least one filter is needed: ${names.join(', ')}`);
    const filters = Object.fromEntries(names.flatMap((name) => (query[name] ? [[name, query[name]]] : [])));
    const owner = mayChangeAll(caller) ? undefined : caller?.subject;
    await this.repository.add(randomUUID(), filters, owner, Date.now());
    this.signals.send(BULK_KILL_SIGNAL);
  }
}
