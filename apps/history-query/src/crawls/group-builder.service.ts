import { Injectable } from '@nestjs/common';
import { ServiceLogger } from '@portolan/service';
import type { SourceOf } from '../collections/collection-definition';
import { CollectionStateRepository } from '../collections/collection-state.repository';
import { Collections } from '../collections/collections';
import type { CollectionSnapshot } from '../current/collection-snapshot';
import { CurrentDocumentsService } from '../current/current-documents.service';
import { assignSlots } from '../groups/slots';
import {
  groupDocument,
  groupId,
  memberId,
  membersOf,
  presentMembers,
  slotsIn,
  type Membership,
} from '../groups/group-document';
import type { Json } from '../json/json';
import { compareRevisions, newestPerId } from '../revisions/revision';
import { isInWindow } from '../revisions/time-window';
import { RevisionRepository } from '../revisions/revision.repository';
import { mapInSlices } from '../time-slices/time-slices';
import { normalizeDocument } from './shape-documents';

/** How long a missing member keeps its slot, ms (V2-AREA-11). */
const MEMORY_MS = 2 * 24 * 3600 * 1000;

interface FoundGroups {
  collection: string;
  source: SourceOf<'group'>;
  raw: readonly Json[];
  /** Moment of the documents, ms. */
  moment: number;
  /** True for a past moment: the members' documents of that moment count. */
  recorded: boolean;
}

interface GroupMembers {
  id: string;
  group: Json;
  members: Membership[];
}

@Injectable()
export class GroupBuilderService {
  constructor(
    private readonly collections: Collections,
    private readonly states: CollectionStateRepository,
    private readonly current: CurrentDocumentsService,
    private readonly revisions: RevisionRepository,
    private readonly logger: ServiceLogger,
  ) {}

  /** @param before the current groups, whose slots are kept */
  async documents(found: FoundGroups, before: CollectionSnapshot): Promise<Json[]> {
    const parent = this.collections.named(found.source.of);
    const groups = await mapInSlices(found.raw, (one) => normalizeDocument(one, parent));
    const ids = [...new Set(groups.flatMap((group) => membersOf(group).map(memberId)))];
    const instances = await this.instances(found, ids);
    const joined = await mapInSlices(groups, (group) => ({
      id: groupId(group),
      group,
      members: presentMembers(group, instances),
    }));
    const unknown = ids.filter((id) => !instances.has(id)).length;
    if (unknown > 0)
      this.logger.warn({ collection: found.collection, unknown }, 'members have not been crawled');
    return this.withSlots(found, joined, before);
  }

  private async withSlots(
    { collection, moment }: FoundGroups,
    groups: readonly GroupMembers[],
    before: CollectionSnapshot,
  ): Promise<Json[]> {
    const held = new Map(await mapInSlices(before.sorted, ({ id, data }) => [id, slotsIn(data)] as const));
    const elsewhere = [...held.values()].flatMap((slots) => [...slots]);
    const changed = groups.filter(({ id, members }) =>
      members.some(({ member }) => !held.get(id)?.has(memberId(member))),
    );
    const earlier = await this.earlierSlots(collection, changed, moment);
    return mapInSlices(groups, ({ id, group, members }) => {
      const memory = new Map([...elsewhere, ...(earlier.get(id) ?? [])]);
      const names = members.map(({ member }) => memberId(member));
      return groupDocument(group, members, assignSlots(names, held.get(id) ?? new Map(), memory));
    });
  }

  /** Returns the recent slots of groups' members, by group: a member that returns keeps its slot. */
  private async earlierSlots(collection: string, groups: readonly GroupMembers[], moment: number) {
    const number = await this.states.numberOf(collection);
    const ids = groups.map(({ id }) => id);
    const revisions = await this.revisions.ofIdsSince(number, ids, moment - MEMORY_MS);
    const slots = new Map<string, Map<string, number>>();
    for (const { id, data } of revisions.sort(compareRevisions).reverse())
      slots.set(id, new Map([...(slots.get(id) ?? []), ...slotsIn(data)]));
    return slots;
  }

  private async instances({ source, moment, recorded }: FoundGroups, ids: readonly string[]) {
    if (!recorded) {
      const { byId } = await this.current.refresh(source.members);
      const known = ids.map((id) => byId.get(id)).filter((one) => one !== undefined);
      return new Map(await mapInSlices(known, ({ id, data }) => [id, data] as const));
    }
    const all = await this.revisions.ofIds(await this.states.numberOf(source.members), ids);
    const then = all.filter((one) => isInWindow(one, { at: moment })).sort(compareRevisions);
    return new Map(newestPerId(then).map(({ id, data }) => [id, data]));
  }
}
