import { Injectable } from '@nestjs/common';
import { ErrorKind, ServiceError } from '@portolan/service';
import type { CollectionDefinition } from '../collections/collection-definition';
import { compareRevisions, type Revision } from '../revisions/revision';
import { unknownRecord } from './query-errors';
import type { QueryPlan } from './query-plan';
import { RevisionFinder } from './revision-finder.service';

/**
 * Finds revisions in a collection of several accounts, too (reference: history, Multi-account): each account
 * is asked, the answers are put together, newest first. Equal ids of two accounts both appear in lists; of a
 * single document the newest is taken.
 */
@Injectable()
export class AccountFinder extends RevisionFinder {
  override async find(plan: QueryPlan): Promise<readonly Revision[]> {
    const { parts } = plan.collection;
    if (parts.length === 0) return super.find(plan);
    if (plan.single) return [await this.single(plan, parts)];
    const found = await Promise.all(parts.map((collection) => super.find({ ...plan, collection })));
    const { diff, limit } = plan.address.modifiers;
    const all = (diff === undefined ? found : ofOneAccount(found)).flat().sort(compareRevisions);
    return limit === undefined ? all : all.slice(0, limit);
  }

  override async findIds(plan: QueryPlan): Promise<string[]> {
    if (plan.collection.parts.length === 0) return super.findIds(plan);
    return (await this.find(plan)).map(({ id }) => id);
  }

  /** @throws ServiceError: gone when an account has had the document, not found when none has */
  private async single(plan: QueryPlan, parts: readonly CollectionDefinition[]): Promise<Revision> {
    const asked = await Promise.allSettled(parts.map((collection) => super.find({ ...plan, collection })));
    const [newest] = asked
      .flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
      .sort(compareRevisions);
    if (newest) return newest;
    const errors = asked.flatMap((one) =>
      one.status === 'rejected' && one.reason instanceof Error ? [one.reason] : [],
    );
    const known = errors.find((error) => kindOf(error) !== ErrorKind.NotFound);
    throw known ?? unknownRecord(plan.collection.name, plan.ids?.[0] ?? '');
  }
}

const kindOf = (error: Error): ErrorKind | undefined =>
  error instanceof ServiceError ? error.kind : undefined;

/** Of each id only the revisions of the account that changed it last: others are another thing of that name. */
function ofOneAccount(found: readonly (readonly Revision[])[]): Revision[][] {
  const owners = new Map<string, { revision: Revision; account: number }>();
  found.forEach((revisions, account) => {
    for (const revision of revisions) {
      const known = owners.get(revision.id);
      if (!known || compareRevisions(revision, known.revision) < 0)
        owners.set(revision.id, { revision, account });
    }
  });
  return found.map((revisions, account) => revisions.filter(({ id }) => owners.get(id)?.account === account));
}
