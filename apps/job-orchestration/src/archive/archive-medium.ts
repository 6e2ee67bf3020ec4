import type { Readable } from 'node:stream';

/** One archive, open to be read. */
export interface OpenArchive {
  /** Bytes. */
  size: number;
  /** Another one when the archive was made again. */
  version: string;
  /** The bytes from `start` to `end`, both inclusive. */
  read(start: number, end: number): Promise<Readable>;
  /** Once nothing more is read. */
  close(): Promise<void>;
}

/** Where archives are: a folder, an object store. */
export interface ArchiveMedium {
  /**
   * Writes an archive; it is there whole or not at all, and replaces an earlier one.
   *
   * @param mark of the writer, so that two of them do not get into each other's way
   */
  write(address: string, mark: string, bytes: Readable): Promise<void>;
  /** @returns undefined when there is none (any more) */
  open(address: string): Promise<OpenArchive | undefined>;
  /** Removes an archive; that there is none is no error. */
  remove(address: string): Promise<void>;
}
