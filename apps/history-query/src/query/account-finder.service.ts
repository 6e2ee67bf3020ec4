import { Injectable } from '@nestjs/common';
import { ErrorKind, ServiceError } from '@portolan/service';
import { unknownRecord } from '../errors/document-errors';
import { compareRevisions, type Revision } from '../revisions/revision';
import type { QueryPlan } from './query-plan';
import { RevisionFinderService } from './revision-finder.service';

/** Queries every account of a collection and merges the results, newest first (V2-CRAWL-14); for a single document the newest counts. */
@Injectable()
export class AccountFinderService extends RevisionFinderService {
  override async find(plan: QueryPlan): Promise<readonly Revision[]> {
    const { parts } = plan.collection;
    if (parts.length === 0) return super.find(plan);
    const asked = parts.map((collection) => super.find({ ...plan, collection }));
    if (plan.single) return [await newestOf(plan, asked)];
    const found = await Promise.all(asked);
    const { diff, limit } = plan.address.modifiers;
    const all = (diff === undefined ? found : ofOneAccount(found)).flat().sort(compareRevisions);
    return limit === undefined ? all : all.slice(0, limit);
  }

  override async findIds(plan: QueryPlan): Promise<string[]> {
    if (plan.collection.parts.length === 0) return super.findIds(plan);
    return (await this.find(plan)).map(({ id }) => id);
  }
}

/** @throws ServiceError: gone when an account had the document at any time, else not found */
async function newestOf(plan: QueryPlan, asked: readonly Promise<readonly Revision[]>[]): Promise<Revision> {
  const answers = await Promise.allSettled(asked);
  const [newest] = answers
    .flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    .sort(compareRevisions);
  if (newest) return newest;
  const known = answers
    .flatMap((one) => (one.status === 'rejected' && one.reason instanceof Error ? [one.reason] : []))
    .find((error) => !(error instanceof ServiceError && error.kind === ErrorKind.NotFound));
  throw known ?? unknownRecord(plan.collection.name, plan.ids?.[0] ?? '');
}

/** Keeps, for each id, the revisions of the account that changed it last: elsewhere it is a different resource. */
function ofOneAccount(found: readonly (readonly Revision[])[]): Revision[][] {
  const newest = new Map<string, Revision>();
  for (const revision of found.flat()) {
    const known = newest.get(revision.id);
    if (!known || compareRevisions(revision, known) < 0) newest.set(revision.id, revision);
  }
  return found.map((revisions) => {
    const owned = new Set(revisions.filter((one) => newest.get(one.id) === one).map(({ id }) => id));
    return revisions.filter(({ id }) => owned.has(id));
  });
}
