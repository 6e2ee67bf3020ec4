import { defineQueue } from '@portolan/messaging';
import { Text } from '@portolan/validation';

class CrawlMessage {
  @Text({ description: 'area/collection' }) collection!: string;
}

/** Triggers of crawls. A failed crawl is not retried: the next trigger follows soon. */
export const crawlQueue = defineQueue({
  name: 'history.crawls',
  message: CrawlMessage,
  version: 1,
  attempts: 1,
});
