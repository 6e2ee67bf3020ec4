import { appendFile, closeSync, constants, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ConfinedFolder } from '../file-system/confined-folder';
import type { LaunchDirectory } from './launch-directory';

/** Folder of the log in the directory of a job, beside the logs of the job's own script. */
const FOLDER = ['.portolan', 'logs'] as const;
const FILE = 'agent.log';

/** Lines are batched for this long, ms, so that they do not delay a start. */
const PAUSE_MS = 50;
/** Limit of buffered bytes: a stalled disk costs lines, not memory. */
const WAITING_BYTES = 256 * 1024;
const LINE_LENGTH = 4096;

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;

const append = promisify(appendFile);

/** A file descriptor, or a `FileHandle`. */
interface LogFile {
  appendFile(bytes: Buffer): Promise<void>;
  close(): void | Promise<void>;
}

/**
 * `.portolan/logs/agent.log` of a batch job: the actions of the node for the job. The file is opened before the
 * process starts and later written only through that descriptor, because the directory belongs to the process, which
 * may replace the file or a folder above it. Write errors are ignored.
 */
export class AgentLog {
  private file: LogFile | undefined;
  private waiting = '';
  private leftOut = 0;
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> | undefined;

  /** @param wanted false: the log does nothing */
  constructor(
    private readonly directory: LaunchDirectory,
    private readonly wanted: boolean,
  ) {}

  /** Creates the file in a new directory that still belongs to the node. Synchronously: the threads of the pool may wait for the disk. */
  open(): void {
    if (!this.wanted) return;
    this.letGo();
    const folder = this.directory.inJob(join(...FOLDER));
    try {
      mkdirSync(folder, { recursive: true });
      const file = openSync(join(folder, FILE), O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW, 0o644);
      this.file = { appendFile: (bytes) => append(file, bytes), close: () => closeSync(file) };
    } catch {
      // The launch continues without the log.
    }
  }

  /** Opens the existing file again, if it is still in its place. @returns whether the file was opened now */
  async takeUp(): Promise<boolean> {
    if (!this.wanted || this.file !== undefined) return false;
    const file = ConfinedFolder.with(this.directory.job, (job) =>
      job.inside(FOLDER, (folder) => folder.file(FILE, O_WRONLY | O_APPEND)),
    );
    // Not a folder or a file any more, or not accessible.
    this.file = await file.catch(() => undefined);
    return this.file !== undefined;
  }

  /** Adds a line, which is written with a delay. Addresses must not contain credentials. */
  note(text: string): void {
    if (this.file === undefined) return;
    const line = `${new Date().toISOString()} ${oneLine(text)}\n`;
    if (this.waiting.length + line.length > WAITING_BYTES) {
      this.leftOut += 1;
      return;
    }
    this.waiting += line;
    this.timer ??= setTimeout(() => void this.write(), PAUSE_MS).unref();
  }

  /** Writes the buffered lines and ends the log. Never rejects. */
  async close(): Promise<void> {
    await this.write();
    this.letGo();
  }

  private write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.writing ??= this.writeAll().finally(() => (this.writing = undefined));
    return this.writing;
  }

  private async writeAll(): Promise<void> {
    while (this.file !== undefined && this.waiting.length > 0) {
      const omitted = `${new Date().toISOString()} ${this.leftOut} lines were left out\n`;
      const bytes = Buffer.from(this.leftOut > 0 ? this.waiting + omitted : this.waiting);
      this.waiting = '';
      this.leftOut = 0;
      // The disk is full or a quota is exhausted.
      await this.file.appendFile(bytes).catch(() => undefined);
    }
  }

  private letGo(): void {
    const { file } = this;
    this.file = undefined;
    this.waiting = '';
    if (file === undefined) return;
    // The descriptor number may be reused as soon as the file is closed, so wait for the write in progress.
    void (this.writing ?? Promise.resolve()).then(() => file.close()).catch(() => undefined);
  }
}

const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, LINE_LENGTH);
