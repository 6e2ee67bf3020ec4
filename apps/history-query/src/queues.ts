import type { CatalogueEntry } from '@portolan/messaging';
import { Role, type HistoryConfig } from './config/history-config';
import { crawlQueue } from './crawls/crawl.queue';

export const queues = ({ ROLES }: Readonly<HistoryConfig>): CatalogueEntry[] => [
  { queue: crawlQueue, consumers: 'role collector', here: ROLES.includes(Role.Collector) },
];
