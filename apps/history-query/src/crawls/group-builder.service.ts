import { Injectable } from '@nestjs/common';
import { ServiceLogger } from '@portolan/service';
import type { GroupSource } from '../collections/collection-definition';
import { CollectionStateRepository } from '../collections/collection-state.repository';
import { Collections } from '../collections/collections';
import { Breather } from '../cooperative';
import type { CollectionSnapshot } from '../current/collection-snapshot';
import { CurrentDocuments } from '../current/current-documents.service';
import { groupDocument, presentMembers, type Membership } from '../groups/group-document';
import { memberId, membersOf, slotsIn } from '../groups/group-members';
import { assignSlots } from '../groups/slots';
import { fieldOf, type Json } from '../json';
import { isInWindow, newestPerId } from '../query/revision-window';
import { compareRevisions } from '../revisions/revision';
import { RevisionRepository } from '../revisions/revision.repository';
import { normalizeDocument } from './normalize-document';

/** How long a member that went missing keeps its claim to its slot, ms (reference: history, Group collections). */
const MEMORY_MS = 2 * 24 * 3600 * 1000;

/** What a crawl of groups found, and when. */
export interface FoundGroups {
  /** The collection of the groups' documents. */
  collection: string;
  source: GroupSource;
  raw: readonly Json[];
  /** When it looked like that, ms. */
  moment: number;
  /** True when the moment is long past: the members' documents of then count. */
  recorded: boolean;
}

interface GroupMembers {
  id: string;
  group: Json;
  members: Membership[];
}

/** Makes group documents: who belongs to a group, joined with the members' own documents, and their slots. */
@Injectable()
export class GroupBuilder {
  constructor(
    private readonly collections: Collections,
    private readonly states: CollectionStateRepository,
    private readonly current: CurrentDocuments,
    private readonly revisions: RevisionRepository,
    private readonly logger: ServiceLogger,
  ) {}

  /** @param before the groups as they are so far; their slots stay */
  async documents(found: FoundGroups, before: CollectionSnapshot): Promise<Json[]> {
    const parent = this.collections.named(found.source.of);
    const groups = await eachInTurn(found.raw, (one) => normalizeDocument(one, parent));
    const ids = [...new Set(groups.flatMap((group) => membersOf(group).map(memberId)))];
    const instances = await this.instances(found, ids);
    const joined = await eachInTurn(groups, (group) => ({
      id: groupId(group),
      group,
      members: presentMembers(group, instances),
    }));
    const unknown = ids.filter((id) => !instances.has(id)).length;
    if (unknown > 0) this.logger.warn({ collection: found.collection, unknown }, 'members are not known');
    return this.withSlots(found, joined, before);
  }

  private async withSlots(
    { collection, moment }: FoundGroups,
    groups: readonly GroupMembers[],
    before: CollectionSnapshot,
  ): Promise<Json[]> {
    const held = new Map(await eachInTurn(before.sorted, ({ id, data }) => [id, slotsIn(data)] as const));
    const elsewhere = new Map([...held.values()].flatMap((slots) => [...slots]));
    const changed = groups.filter(({ id, members }) =>
      members.some(({ member }) => !held.get(id)?.has(memberId(member))),
    );
    const earlier = await this.earlierSlots(collection, changed, moment);
    return eachInTurn(groups, ({ id, group, members }) => {
      const memory = new Map([...elsewhere, ...(earlier.get(id) ?? [])]);
      const names = members.map(({ member }) => memberId(member));
      return groupDocument(group, members, assignSlots(names, held.get(id) ?? new Map(), memory));
    });
  }

  /** The slots that members of some groups had in the last days, by group: one that comes back keeps its slot. */
  private async earlierSlots(
    collection: string,
    groups: readonly GroupMembers[],
    moment: number,
  ): Promise<Map<string, Map<string, number>>> {
    const number = await this.states.numberOf(collection);
    const ids = groups.map(({ id }) => id);
    const revisions = await this.revisions.ofIdsSince(number, ids, moment - MEMORY_MS);
    const slots = new Map<string, Map<string, number>>();
    for (const { id, data } of revisions.sort(compareRevisions).reverse()) {
      slots.set(id, new Map([...(slots.get(id) ?? []), ...slotsIn(data)]));
    }
    return slots;
  }

  private async instances(
    { source, moment, recorded }: FoundGroups,
    ids: readonly string[],
  ): Promise<Map<string, Json>> {
    if (!recorded) {
      const { byId } = await this.current.refresh(source.members);
      const known = ids.map((id) => byId.get(id)).filter((one) => one !== undefined);
      return new Map(await eachInTurn(known, ({ id, data }) => [id, data] as const));
    }
    const all = await this.revisions.ofIds(await this.states.numberOf(source.members), ids);
    const then = all.filter((one) => isInWindow(one, { at: moment })).sort(compareRevisions);
    return new Map(newestPerId(then).map(({ id, data }) => [id, data]));
  }
}

function groupId(group: Json): string {
  const id = fieldOf(group, 'autoScalingGroupName');
  return typeof id === 'string' ? id : '';
}

/** What is made of each element; the event loop serves others in between. */
async function eachInTurn<T, R>(elements: readonly T[], make: (element: T) => R): Promise<R[]> {
  const breather = new Breather();
  const made: R[] = [];
  for (const element of elements) {
    made.push(make(element));
    if (breather.due) await breather.breathe();
  }
  return made;
}
