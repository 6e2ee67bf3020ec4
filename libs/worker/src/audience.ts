import { FrameQueue, type QueueLimits } from './frame-queue';

/** Someone who receives frames. */
export interface Member {
  /** Takes the frame for delivery; false when it has no room for it. */
  offer(frame: string): boolean;
  /** Gives back what it took and has not begun to send. */
  takeUnsent(): string[];
  /** A frame that was for it, or for one of its group, was dropped because there was no room. */
  missed(): void;
}

/** Members that share the events: each goes to exactly one of them, in turn. */
class Group {
  private readonly members: Member[] = [];
  private next = 0;
  private readonly waiting: FrameQueue | undefined;

  /** @param keep what to keep while the group has no member; without it, events of that time are not for the group */
  constructor(keep?: QueueLimits) {
    this.waiting = keep && new FrameQueue(keep);
  }

  get isEmpty(): boolean {
    return this.members.length === 0;
  }

  get waitingCount(): number {
    return this.waiting?.size ?? 0;
  }

  /** False when the frame had to be dropped. */
  offer(frame: string): boolean {
    if (this.isEmpty) return this.waiting?.push(frame) ?? true;
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
    return this.offerAll(this.waiting?.takeAll() ?? []);
  }

  remove(member: Member): number {
    const index = this.members.indexOf(member);
    if (index < 0) return 0;
    this.members.splice(index, 1);
    return this.isEmpty && !this.waiting ? 0 : this.offerAll(member.takeUnsent());
  }

  private offerAll(frames: readonly string[]): number {
    return frames.filter((frame) => !this.offer(frame)).length;
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

  /**
   * @param lasting a group that exists without members too and keeps its events for the first that joins, within `keep`
   */
  constructor(
    private readonly lasting?: string,
    keep?: QueueLimits,
  ) {
    if (lasting !== undefined) this.groups.set(lasting, new Group(keep));
  }

  /** Frames that were dropped because a queue was full; one for each client or group that missed it. */
  get dropped(): number {
    return this.droppedFrames;
  }

  /** Frames that wait for the lasting group's first member. */
  get waiting(): number {
    return this.lasting === undefined ? 0 : (this.groups.get(this.lasting)?.waitingCount ?? 0);
  }

  publish(frame: string): void {
    for (const member of this.singles) {
      if (member.offer(frame)) continue;
      this.droppedFrames += 1;
      member.missed();
    }
    for (const group of this.groups.values()) if (!group.offer(frame)) this.droppedFrames += 1;
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
      if (group.isEmpty && groupName !== this.lasting) this.groups.delete(groupName);
    };
  }
}
