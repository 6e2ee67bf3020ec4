import { watch, type FSWatcher } from 'node:fs';

/** Wakes whoever waits as soon as something in a directory changes, and after a time at the latest. */
export class DirectoryWatch {
  private readonly watcher: FSWatcher | undefined;
  private waiting: (() => void) | undefined;
  private woken = false;

  constructor(path: string) {
    try {
      this.watcher = watch(path, { persistent: false }, () => this.wake());
      this.watcher.on('error', () => undefined);
    } catch {
      // No watches left on this machine: the time limit of `next` is what remains.
      this.watcher = undefined;
    }
  }

  /** Resolves at the next change (at once when there was one since the last call), or after `ms`. */
  next(ms: number): Promise<void> {
    if (this.woken) {
      this.woken = false;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.wake(), ms);
      timer.unref();
      this.waiting = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Wakes whoever waits, or the next who would. */
  wake(): void {
    const waiting = this.waiting;
    this.waiting = undefined;
    if (waiting) waiting();
    else this.woken = true;
  }

  close(): void {
    this.watcher?.close();
    this.wake();
  }
}
