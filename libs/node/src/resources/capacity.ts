/** The resources that a launch takes. */
export interface Share {
  slots: number;
  memoryMb: number;
}

/** Counts the resources that the launches of this node take. */
export class Capacity {
  private readonly taken = new Map<string, Share>();

  constructor(readonly total: Readonly<Share>) {}

  /** The free resources; never below zero. */
  get free(): Share {
    let { slots, memoryMb } = this.total;
    for (const share of this.taken.values()) {
      slots -= share.slots;
      memoryMb -= share.memoryMb;
    }
    return { slots: Math.max(0, slots), memoryMb: Math.max(0, memoryMb) };
  }

  /** True when not even the smallest launch fits. */
  get full(): boolean {
    const { slots, memoryMb } = this.free;
    return slots === 0 || memoryMb === 0;
  }

  fits(share: Share): boolean {
    const { slots, memoryMb } = this.free;
    return share.slots <= slots && share.memoryMb <= memoryMb;
  }

  /** Reserves a share if it fits and the launch has none yet. */
  reserve(id: string, share: Share): boolean {
    if (this.taken.has(id) || !this.fits(share)) return false;
    this.taken.set(id, share);
    return true;
  }

  /** Counts a share that is in use already, whether it fits or not. */
  adopt(id: string, share: Share): void {
    this.taken.set(id, share);
  }

  release(id: string): void {
    this.taken.delete(id);
  }
}
