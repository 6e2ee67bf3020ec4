import { defineQueue } from '@portolan/messaging';
import { Text } from '@portolan/validation';

/** "It is time to crawl this collection." */
export class CrawlMessage {
  @Text({ description: 'area/collection' }) collection!: string;
}

/** Triggers of crawls. A crawl that fails is not tried again: the next trigger comes soon enough. */
export const crawlQueue = defineQueue({
  name: 'history.crawls',
  message: CrawlMessage,
  version: 1,
  attempts: 1,
});
