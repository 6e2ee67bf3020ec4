import { FrameQueue, type QueueLimits } from './frame-queue';
import { slotOf } from './rendezvous';

/** Someone who receives frames. */
export interface Member {
  /** Its place among those that divide frames by key. */
  readonly slotId?: string | undefined;
  /** Takes the frame for delivery; false when it has no room for it. */
  offer(frame: string): boolean;
  /** Gives back what it took and has not begun to send. */
  takeUnsent(): string[];
  /** A frame that was for it, or for one of its group, was dropped because there was no room. */
  missed(): void;
}

/** A group that exists without members, too. */
export interface LastingGroup {
  readonly name: string;
  /** What it keeps for the first that joins. */
  readonly keep: QueueLimits;
  readonly keys?: FrameKeys | undefined;
}

/** How a group divides its frames, when not in turn. */
export interface FrameKeys {
  /** Frames of one key go to the same member. */
  of(frame: string): string;
  /** So many are waited for before the first frame goes to any, as long as there is room to keep frames. */
  readonly members: number;
}

/** Members that share the events: each goes to exactly one of them, in turn or by its key. */
class Group {
  private readonly members: Member[] = [];
  private slots: string[] = [];
  private next = 0;
  private readonly waiting: FrameQueue | undefined;
  private readonly keys: FrameKeys | undefined;
  /** Enough members have been there once. */
  private assembled: boolean;

  /** @param lasting without it, events that come while the group has no member are not for the group */
  constructor(lasting?: Pick<LastingGroup, 'keep' | 'keys'>) {
    this.waiting = lasting && new FrameQueue(lasting.keep);
    this.keys = lasting?.keys;
    this.assembled = this.keys === undefined;
  }

  get isEmpty(): boolean {
    return this.members.length === 0;
  }

  get waitingCount(): number {
    return this.waiting?.size ?? 0;
  }

  /** @returns how many frames had to be dropped; so do those that follow */
  offer(frame: string): number {
    let dropped = 0;
    if (!this.assembled && !this.isEmpty) {
      if (this.waiting?.push(frame)) return 0;
      dropped = this.release();
    }
    return this.hand(frame) ? dropped : dropped + 1;
  }

  private hand(frame: string): boolean {
    if (this.isEmpty) return this.waiting?.push(frame) ?? true;
    if (this.keys) return this.handByKey(frame, this.keys);
    let triesLeft = this.members.length;
    while (triesLeft > 0) {
      const member = this.members[this.next % this.members.length];
      this.next = (this.next + 1) % this.members.length;
      if (member?.offer(frame)) return true;
      triesLeft -= 1;
    }
    this.members[this.next % this.members.length]?.missed();
    return false;
  }

  add(member: Member): number {
    this.members.push(member);
    this.slots = this.members.map(({ slotId }) => slotId ?? '');
    if (!this.assembled && this.members.length < (this.keys?.members ?? 0)) return 0;
    return this.release();
  }

  /** Nobody else is waited for. */
  release(): number {
    this.assembled = true;
    return this.isEmpty ? 0 : this.handAll(this.waiting?.takeAll() ?? []);
  }

  remove(member: Member): number {
    const index = this.members.indexOf(member);
    if (index < 0) return 0;
    this.members.splice(index, 1);
    this.slots.splice(index, 1);
    return this.isEmpty && !this.waiting ? 0 : this.handAll(member.takeUnsent());
  }

  /** A frame that its member has no room for is dropped: the others are not to see its key. */
  private handByKey(frame: string, keys: FrameKeys): boolean {
    const member = this.members[slotOf(keys.of(frame), this.slots)];
    if (member?.offer(frame)) return true;
    member?.missed();
    return false;
  }

  private handAll(frames: readonly string[]): number {
    return frames.filter((frame) => !this.hand(frame)).length;
  }
}

/**
 * Who gets which event (reference: streams §7.7). Members that joined with the same group share the events, each goes to
 * exactly one of them; members without a group get every event. What a member of a group leaves unsent goes to the
 * others. Counts what nobody had room for.
 */
export class Audience {
  private readonly groups = new Map<string, Group>();
  private readonly singles = new Set<Member>();
  private droppedFrames = 0;
  private readonly lasting: Group | undefined;

  constructor(lastingGroup?: LastingGroup) {
    if (!lastingGroup) return;
    this.lasting = new Group(lastingGroup);
    this.groups.set(lastingGroup.name, this.lasting);
  }

  /** Frames that were dropped because a queue was full; one for each client or group that missed it. */
  get dropped(): number {
    return this.droppedFrames;
  }

  /** Frames that wait for the lasting group's first member. */
  get waiting(): number {
    return this.lasting?.waitingCount ?? 0;
  }

  /** Members that have not come yet are not waited for any more. */
  release(): void {
    this.droppedFrames += this.lasting?.release() ?? 0;
  }

  publish(frame: string): void {
    for (const member of this.singles) {
      if (member.offer(frame)) continue;
      this.droppedFrames += 1;
      member.missed();
    }
    for (const group of this.groups.values()) this.droppedFrames += group.offer(frame);
  }

  /** Adds a member. @returns how it leaves; leaving twice does nothing */
  join(member: Member, groupName?: string): () => void {
    if (groupName === undefined) {
      this.singles.add(member);
      return () => this.singles.delete(member);
    }
    const group = this.groups.get(groupName) ?? new Group();
    this.groups.set(groupName, group);
    this.droppedFrames += group.add(member);
    return () => {
      this.droppedFrames += group.remove(member);
      if (group.isEmpty && group !== this.lasting) this.groups.delete(groupName);
    };
  }
}
