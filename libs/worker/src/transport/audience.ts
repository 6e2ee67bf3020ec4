import { FrameQueue, type QueueLimits } from './frame-queue';

export interface Member {
  /** Slot of the member among those that partition frames by key. */
  readonly slotId?: string | undefined;
  /** Accepts a frame for delivery; false when there is no room. */
  offer(frame: string): boolean;
  /** Returns the accepted frames that are not being sent yet. */
  takeUnsent(): string[];
  /** Called when a frame for this member, or for its group, was dropped for lack of room. */
  missed(): void;
}

/** A group that exists even without members. */
export interface LastingGroup {
  readonly name: string;
  /** Limits of the frames kept for its first member. */
  readonly keep: QueueLimits;
  readonly keys?: FrameKeys | undefined;
}

/** How a group partitions its frames by key. */
export interface FrameKeys {
  /** Frames of one key go to the same member. */
  of(frame: string): string;
  /** The number of members to wait for before the first frame is sent, as long as there is room to keep frames. */
  readonly members: number;
}

/** Members that share the events: each event goes to exactly one of them, in turn or by its key. */
class Group {
  private readonly members: Member[] = [];
  private slots: string[] = [];
  private next = 0;
  private readonly waiting = this.lasting && new FrameQueue(this.lasting.keep);
  private readonly keys = this.lasting?.keys;
  /** Whether enough members have joined once. */
  private assembled = this.keys === undefined;

  /** @param lasting keeps events while the group has no member; absent: they are dropped */
  constructor(private readonly lasting?: LastingGroup) {}

  get isEmpty(): boolean {
    return this.members.length === 0;
  }

  get waitingCount(): number {
    return this.waiting?.size ?? 0;
  }

  /** @returns the number of dropped frames; the same for the methods below */
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

  /** Drops a frame that its member has no room for: another member must not see its key. */
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
 * Distributes events (docs/writing-a-job.md#what-is-promised-about-events). Members of the same group share the events: each
 * goes to exactly one of them, and unsent events of a leaving member go to the others. Members without a group get every
 * event. Counts the events for which no member had room.
 */
export class Audience {
  private readonly groups = new Map<string, Group>();
  private readonly singles = new Set<Member>();
  /** Frames that were dropped because a queue was full, counted per client or group. */
  dropped = 0;
  private readonly lasting: Group | undefined;

  constructor(lastingGroup?: LastingGroup) {
    if (!lastingGroup) return;
    this.lasting = new Group(lastingGroup);
    this.groups.set(lastingGroup.name, this.lasting);
  }

  /** Frames that wait for the first member of the lasting group. */
  get waiting(): number {
    return this.lasting?.waitingCount ?? 0;
  }

  release(): void {
    this.dropped += this.lasting?.release() ?? 0;
  }

  publish(frame: string): void {
    for (const member of this.singles) {
      if (member.offer(frame)) continue;
      this.dropped += 1;
      member.missed();
    }
    for (const group of this.groups.values()) this.dropped += group.offer(frame);
  }

  /** Adds a member. @returns a function for it to leave, which is idempotent */
  join(member: Member, groupName?: string): () => void {
    if (groupName === undefined) {
      this.singles.add(member);
      return () => this.singles.delete(member);
    }
    const group = this.groups.get(groupName) ?? new Group();
    this.groups.set(groupName, group);
    this.dropped += group.add(member);
    return () => {
      this.dropped += group.remove(member);
      if (group.isEmpty && group !== this.lasting) this.groups.delete(groupName);
    };
  }
}

/** Hashes a text to 32 bits (FNV-1a). */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value;
}

/** Spreads 32 bits over all bits (the last step of MurmurHash3). */
function mixed(bits: number): number {
  const once = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
}

/**
 * Assigns a key to a slot (rendezvous hashing): every caller finds the same slot, and adding or removing a slot moves only
 * the keys of that slot.
 * @param slots stable names that outlast their workers
 * @returns index of the chosen slot; -1 without slots
 */
export function slotOf(key: string, slots: readonly string[]): number {
  const bits = hash(key);
  let [best, most] = [-1, -1];
  slots.forEach((slot, index) => {
    const weight = mixed(bits ^ mixed(hash(slot)));
    if (weight > most) [best, most] = [index, weight];
  });
  return best;
}
