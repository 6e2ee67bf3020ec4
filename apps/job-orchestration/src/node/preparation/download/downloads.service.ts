import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Outbound, OutboundMode } from '@portolan/service';
import { isObjectAddress } from '../../../object-store/object-location';
import { ObjectStore } from '../../../object-store/object-store.gateway';
import { NodeConfig } from '../../node-config';
import { WorkDirectory } from '../../work-directory';
import { DownloadCache } from './download-cache';
import { openFile } from './file-source';
import { openHttp } from './http-source';
import { openObject } from './object-source';
import { downloadFailed, type Content, type Look } from './source';
import { transfer, type DownloadLimits } from './transfer';

const MEGABYTE = 2 ** 20;

/** Fetches what launches bring with them: http, https and s3 addresses through the cache of the node, files of the node. */
@Injectable()
export class Downloads {
  private readonly cache: DownloadCache | undefined;
  private readonly limits: DownloadLimits;
  private readonly fileRoots: readonly string[];
  private readonly outbound: Outbound;

  constructor(
    private readonly objects: ObjectStore,
    work: WorkDirectory,
    config: NodeConfig,
  ) {
    this.limits = { maxMegabytes: config.DOWNLOAD_LIMIT_MB, timeoutMs: config.DOWNLOAD_TIMEOUT_MS };
    this.outbound = new Outbound(config);
    this.fileRoots = fileRoots(config, this.outbound);
    const cacheBytes = config.DOWNLOAD_CACHE_MB * MEGABYTE;
    if (cacheBytes === 0) return;
    const open = (url: string, look: Look): Promise<Content | 'unchanged'> => this.open(url, look);
    this.cache = new DownloadCache(join(work.path, 'downloads'), cacheBytes, open, this.limits);
  }

  /**
   * Fetches an address into `target`, which is there whole or not at all.
   *
   * @param authorization header for the server, for what is nobody else's: such content is not kept
   * @throws LaunchFailed `downloadFailed` that names the address; whatever an abort throws
   */
  async fetch(url: string, target: string, signal: AbortSignal, authorization?: string): Promise<void> {
    const temporary = `${target}.download`;
    try {
      if (this.cache && authorization === undefined && isShared(url)) {
        await this.cache.provide(url, temporary, signal);
      } else {
        const open = (one: string, look: Look): Promise<Content | 'unchanged'> => this.open(one, look);
        await transfer(url, temporary, { open, limits: this.limits, signal, authorization });
      }
      await rename(temporary, target);
    } finally {
      await rm(temporary, { force: true });
    }
  }

  private async open(url: string, look: Look): Promise<Content | 'unchanged'> {
    if (isObjectAddress(url)) return openObject(url, look, this.objects, this.outbound);
    switch (URL.canParse(url) ? new URL(url).protocol : '') {
      case 'http:':
      case 'https:':
        return openHttp(url, look, this.outbound);
      case 'file:':
        return openFile(url, this.fileRoots);
      default:
        throw downloadFailed(url, 'only http, https, s3 and file addresses can be fetched', true);
    }
  }
}

/** Folders that files may be taken from: all where nothing says otherwise and no job is another user's. */
function fileRoots({ FILE_ROOTS, RUN_AS_USER, OUTBOUND }: NodeConfig, { folders }: Outbound): string[] {
  const open = RUN_AS_USER === 'off' && OUTBOUND === OutboundMode.Open;
  return [...(FILE_ROOTS ?? (open && folders.length === 0 ? ['/'] : [])), ...folders];
}

/** Copying a file of the node twice would gain nothing. */
const isShared = (url: string): boolean => !/^file:/i.test(url);
