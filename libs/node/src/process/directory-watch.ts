import { watch, type FSWatcher } from 'node:fs';

/** Wakes its waiter when a directory changes, and after a time limit. */
export class DirectoryWatch {
  private readonly watcher: FSWatcher | undefined;
  private waiting: (() => void) | undefined;
  private woken = false;

  constructor(path: string) {
    try {
      this.watcher = watch(path, { persistent: false }, () => this.wake()).on('error', () => undefined);
    } catch {
      // The machine has no inotify watches left: only the time limit remains.
    }
  }

  /** Resolves at the next change (at once when there was one since the last call), or after `ms`. */
  next(ms: number): Promise<void> {
    if (this.woken) {
      this.woken = false;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.wake(), ms).unref();
      this.waiting = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Wakes the current waiter, or the next one. */
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
