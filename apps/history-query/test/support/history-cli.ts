import { runCli, type CliResult } from '@portolan/cli/testing';
import { CrawledCollection } from './crawled-collection';
import { HistoryClient } from './history-client';

/** Starts a service in which `view/instances` has been crawled three times. */
export async function startWithInstances() {
  const history = await HistoryClient.start({ env: { REFRESH_INTERVAL_MS: '200' } });
  const instances = new CrawledCollection(history, 'view/instances');
  const web = (type: string, address: string) => ({
    web: { type, publicIpAddress: address, state: { name: 'running' } },
  });
  await instances.crawl({ ...web('small', '203.0.113.10') }, 1000);
  await instances.crawl({ ...web('large', '203.0.113.10') }, 2000);
  await instances.crawl(
    { ...web('large', '203.0.113.11'), db: { type: 'huge', publicIpAddress: '203.0.113.10' } },
    3000,
  );
  return { history, instances };
}

export const historyCli = (history: HistoryClient, ...words: string[]): Promise<CliResult> =>
  runCli(['history', ...words], { env: { PORTOLAN_HISTORY_URL: history.service.url } });

/** Returns what a command prints that ends well and reports nothing. */
export async function historyStdout(history: HistoryClient, ...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await historyCli(history, ...words);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}
