import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@portolan/service/testing';
import { HistoryClient } from './support/history-client';

interface Group {
  instances: { instanceId: string; slot: number }[];
}

describe('slots of groups', () => {
  let folder: string;
  let history: HistoryClient;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'groups-'));
    await record(1, { left: 'abc', right: 'x' });
    await record(2, { left: 'ac', right: 'x' });
    await record(3, { left: 'abc', right: 'x' });
    await record(4, { left: 'ac', right: 'x' });
    await record(5, { left: 'acd', right: 'x' });
    await record(6, { left: 'abcd', right: 'x' });
    await record(7, { left: 'abd', right: 'xc' });
    history = await HistoryClient.start({
      env: { RECORDED_CLOUD_DIR: folder, CRAWL_INTERVAL_MS: '500' },
    });
    await history.crawled('group/autoScalingGroups');
  });
  afterAll(async () => {
    await history.service.stop();
    await rm(folder, { recursive: true });
  });

  const time = (hour: number): string => `2026-10-05T0${hour}-00-00Z`;

  /** All instances run; only their assignment to groups changes. */
  const record = async (hour: number, groups: Record<string, string>): Promise<void> => {
    const write = async (collection: string, answer: object): Promise<void> => {
      await mkdir(join(folder, collection), { recursive: true });
      await writeFile(join(folder, collection, `${time(hour)}.json`), JSON.stringify(answer));
    };
    const instances = [...'abcdx'].map((instanceId) => ({
      instanceId,
      state: { name: 'running', code: 16 },
    }));
    await write('cloud/instances', { reservations: [{ reservationId: 'r', instances }] });
    await write('cloud/autoScalingGroups', {
      autoScalingGroups: Object.entries(groups).map(([autoScalingGroupName, members]) => ({
        autoScalingGroupName,
        instances: [...members].map((instanceId) => ({ instanceId })),
      })),
    });
  };

  const slots = async (group: string, hour: number): Promise<Record<string, number>> => {
    const moment = Date.parse(`2026-10-05T0${hour}:00:00Z`);
    const { instances } = await eventually(
      'the group is replayed',
      async () => (await history.json(`group/autoScalingGroups/${group};_at=${moment}`)) as Group,
    );
    return Object.fromEntries(instances.map(({ instanceId, slot }) => [instanceId, slot]));
  };

  it('[V2-AREA-11] are given back to a member that was missing for a while, unless they are taken', async () => {
    expect(await slots('left', 1)).toEqual({ a: 0, b: 1, c: 2 });
    expect(await slots('left', 2)).toEqual({ a: 0, c: 2 });
    expect(await slots('left', 3)).toEqual({ a: 0, b: 1, c: 2 });
    expect(await slots('left', 5)).toEqual({ a: 0, d: 1, c: 2 });
    expect(await slots('left', 6)).toEqual({ a: 0, d: 1, c: 2, b: 3 });
  });

  it('[V2-AREA-8] go with a member to another group', async () => {
    expect(await slots('right', 7)).toEqual({ x: 0, c: 2 });
    expect(await slots('left', 7)).toEqual({ a: 0, d: 1, b: 3 });
  });
});
