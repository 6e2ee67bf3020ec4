import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
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

  constructor(
    private readonly objects: ObjectStore,
    work: WorkDirectory,
    config: NodeConfig,
  ) {
    this.limits = { maxMegabytes: config.DOWNLOAD_LIMIT_MB, timeoutMs: config.DOWNLOAD_TIMEOUT_MS };
    this.fileRoots = config.FILE_ROOTS ?? (config.RUN_AS_USER === 'on' ? [] : ['/']);
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
    if (isObjectAddress(url)) return openObject(url, look, this.objects);
    switch (URL.canParse(url) ? new URL(url).protocol : '') {
      case 'http:':
      case 'https:':
        return openHttp(url, look);
      case 'file:':
        return openFile(url, this.fileRoots);
      default:
        throw downloadFailed(url, 'only http, https, s3 and file addresses can be fetched', true);
    }
  }
}

/** Copying a file of the node twice would gain nothing. */
const isShared = (url: string): boolean => !/^file:/i.test(url);
