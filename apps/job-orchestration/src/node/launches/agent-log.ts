import { constants } from 'node:fs';
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { OpenFolder } from '../open-folder';
import type { LaunchDirectory } from './launch-directory';

/** Where the log is in the directory of a job; beside those that the job's own script writes. */
const FOLDER = ['.portolan', 'logs'] as const;
const FILE = 'agent.log';

/** Lines wait so long for others, ms: they are not written while a start is on its way. */
const PAUSE_MS = 50;
/** Bytes that may wait: a disk that stands still costs lines, not memory. */
const WAITING_BYTES = 256 * 1024;
const LINE_LENGTH = 4096;

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;

/** Takes what a node did for a launch. */
export interface LaunchLog {
  /** Adds a line; it is written some time later. Addresses have to be without credentials. */
  note(text: string): void;
}

/**
 * `.portolan/logs/agent.log` of a batch job: what the node did for it. The file is opened before the process starts and
 * then only written through what was opened, for the directory belongs to the process: whatever it puts in the place
 * of the file or of a folder on the way gets nothing. That nothing can be written is no error.
 */
export class AgentLog implements LaunchLog {
  private file: FileHandle | undefined;
  private waiting: string[] = [];
  private waitingBytes = 0;
  private leftOut = 0;
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> | undefined;

  /** @param wanted otherwise it does nothing */
  constructor(
    private readonly directory: LaunchDirectory,
    private readonly wanted: boolean,
  ) {}

  /** Makes the file, in a directory that is still the node's and new. */
  async open(): Promise<void> {
    if (!this.wanted) return;
    this.letGo();
    try {
      const folder = this.directory.inJob(join(...FOLDER));
      await mkdir(folder, { recursive: true });
      const flags = O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW;
      this.file = await open(join(folder, FILE), flags, 0o644);
    } catch {
      // Without it the launch goes on.
    }
  }

  /** Goes on with the file that was made before, if it still is where it was. @returns whether it was taken up now */
  async takeUp(): Promise<boolean> {
    if (!this.wanted || this.file !== undefined) return false;
    try {
      this.file = await OpenFolder.with(this.directory.job, (job) =>
        job.inside(FOLDER, (folder) => folder.file(FILE, O_WRONLY | O_APPEND)),
      );
    } catch {
      // Not a folder or a file that can be opened any more.
    }
    return this.file !== undefined;
  }

  note(text: string): void {
    if (this.file === undefined) return;
    const line = `${new Date().toISOString()} ${oneLine(text)}\n`;
    if (this.waitingBytes + line.length > WAITING_BYTES) {
      this.leftOut += 1;
      return;
    }
    this.waiting.push(line);
    this.waitingBytes += line.length;
    this.timer ??= setTimeout(() => void this.write(), PAUSE_MS).unref();
  }

  /** Writes what waits, and nothing more from now on. Never rejects. */
  async close(): Promise<void> {
    await this.write();
    this.letGo();
  }

  private write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.writing ??= this.writeAll().finally(() => {
      this.writing = undefined;
    });
    return this.writing;
  }

  private async writeAll(): Promise<void> {
    while (this.file !== undefined && this.waiting.length > 0) {
      if (this.leftOut > 0)
        this.waiting.push(`${new Date().toISOString()} ${this.leftOut} lines are left out\n`);
      const bytes = Buffer.from(this.waiting.join(''));
      this.waiting = [];
      this.waitingBytes = 0;
      this.leftOut = 0;
      // A full disk, or the end of a quota.
      await this.file.appendFile(bytes).catch(() => undefined);
    }
  }

  private letGo(): void {
    const { file } = this;
    this.file = undefined;
    this.waiting = [];
    this.waitingBytes = 0;
    if (file === undefined) return;
    // The number may mean another file as soon as it is closed: not while something is being written to it.
    void (this.writing ?? Promise.resolve()).then(() => file.close()).catch(() => undefined);
  }
}

/** Nothing in a text makes another line. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, LINE_LENGTH);
