import { HistoryClient, RECORDED_CLOUD } from './history-client';

const COLLECTIONS = [
  'cloud/addresses',
  'cloud/autoScalingGroups',
  'cloud/instances',
  'view/instances',
  'view/loadBalancerInstances',
  'view/simpleQueues',
];

/** A service that has replayed the recorded cloud, and continues to crawl it. */
export async function recordedCloud(): Promise<HistoryClient> {
  const history = await HistoryClient.start({
    env: { RECORDED_CLOUD_DIR: RECORDED_CLOUD, CRAWL_INTERVAL_MS: '500' },
  });
  await history.crawled(...COLLECTIONS);
  return history;
}

/** ms of a moment of the recording. */
export const time = (text: string): number => Date.parse(`2026-10-${text}:00Z`);
