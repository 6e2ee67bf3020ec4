import { Injectable } from '@nestjs/common';
import type { Candidate, CommandCandidate } from '../../registry/registry-snapshot';
import type { Client } from '../client';
import type { JobEntity } from '../job.entity';
import type { CommandOption } from './select';

/** What a selector sees of the job. */
export type SelectedFor = Pick<JobEntity, 'id' | 'name' | 'user' | 'version' | 'request'> & {
  /** Headers of the submission whose names begin with one of CLIENT_HEADERS; names in lower case. */
  clientHeaders: Client['headers'];
};

/** Id of the resource that a selector wants, and why; the reason is shown with the job's selection. */
export interface Wish {
  id: string;
  rationale?: string;
}

/** What a selector answers; null when it has no wish: then any one is taken. */
export type WishOrNone = Wish | null | Promise<Wish | null>;

/**
 * Chooses among the commands that match, each with the clusters it could run on. A provider under this token
 * replaces the default; see docs/selectors.md.
 */
export abstract class CommandSelector {
  /** @param options two or more */
  abstract select(options: readonly CommandOption[], job: SelectedFor): WishOrNone;
}

/** Chooses among the clusters that the chosen command can run on; a provider under this token replaces the default. */
export abstract class ClusterSelector {
  /** @param clusters two or more */
  abstract select(clusters: readonly Candidate[], command: CommandCandidate, job: SelectedFor): WishOrNone;
}

/** Has no wish: equals are chosen from at random (reference: jobs §5.1). */
@Injectable()
export class AnyCommandSelector extends CommandSelector {
  override select(): null {
    return null;
  }
}

/** Has no wish, like {@link AnyCommandSelector}. */
@Injectable()
export class AnyClusterSelector extends ClusterSelector {
  override select(): null {
    return null;
  }
}
