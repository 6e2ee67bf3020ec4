import { CollectionStateRepository } from '../src/collections/collection-state.repository';
import { CrawlClaimsRepository } from '../src/crawls/crawl-claims.repository';
import { CrawlOutcome, CrawlService } from '../src/crawls/crawl.service';
import { HistoryClient, RECORDED_CLOUD } from './support/history-client';

/** ms of a moment of the recording. */
const time = (text: string): number => Date.parse(`2026-10-${text}:00Z`);

interface Member {
  instanceId: string;
  slot: number;
  start: number;
  end: number | null;
  [field: string]: unknown;
}

interface Group {
  name: string;
  end: number | null;
  instances: Member[];
  [field: string]: unknown;
}

interface Meta {
  stime: number;
  ltime: number | null;
  mtime: number;
  data: Group;
}

const DAY_MS = 86_400_000;

/** The collections that a group is built of. */
const GROUPS = 'cloud/autoScalingGroups';
const MEMBERS = 'cloud/instances';
const WEB = 'group/autoScalingGroups/web-v042';

const slots = ({ instances }: Group): Record<string, number> =>
  Object.fromEntries(instances.map(({ instanceId, slot }) => [instanceId.slice(-1), slot]));

describe('group collections', () => {
  let history: HistoryClient;

  beforeAll(async () => {
    history = await HistoryClient.start({
      env: { RECORDED_CLOUD_DIR: RECORDED_CLOUD, CRAWL_INTERVAL_MS: '500' },
    });
    await history.crawled('group/autoScalingGroups');
  });
  afterAll(() => history.service.stop());

  const group = async (path: string): Promise<Group> => (await history.json(path)) as Group;

  it('[V2-AREA-2] [V2-DOC-1] serves memberships with the fields of the group and of its members', async () => {
    expect((await history.ids('group/autoScalingGroups')).sort()).toEqual(['thumbnails-v007', 'web-v042']);
    const web = await group(WEB);
    expect(web).toMatchObject({
      autoScalingGroupName: 'web-v042',
      name: 'web-v042',
      launchConfigurationName: 'web-v042-20260928',
      availabilityZones: ['us-east-1a', 'us-east-1b', 'us-east-1c'],
      loadBalancerNames: ['storefront'],
      minSize: 3,
      maxSize: 9,
      desiredCapacity: 4,
      start: Date.parse('2026-09-28T08:10:00Z'),
      end: null,
    });
    expect(web.instances).toContainEqual({
      instanceId: 'i-0web00006',
      slot: 1,
      launchConfigurationName: 'web-v042-20260928',
      lifecycleState: 'InService',
      healthStatus: 'Healthy',
      availabilityZone: 'us-east-1b',
      imageId: 'ami-0w1002',
      instanceType: 'm6i.large',
      launchTime: Date.parse('2026-10-07T09:03:30Z'),
      platform: null,
      privateIpAddress: '10.20.0.16',
      publicIpAddress: null,
      publicDnsName: '',
      vpcId: 'vpc-0f00d',
      start: Date.parse('2026-10-07T09:03:30Z'),
      end: null,
    });
  });

  it('[V2-AREA-5] leaves details to the collection of the member', async () => {
    for (const { instanceId, ...basic } of (await group(WEB)).instances) {
      const whole = (await history.json(`view/instances/${instanceId}`)) as object;
      expect(Object.keys(whole)).toEqual(expect.arrayContaining(['tags', 'securityGroups', 'placement']));
      expect(Object.keys(basic)).not.toEqual(expect.arrayContaining(['tags']));
    }
  });

  it('[V2-AREA-8] assigns a slot once, a freed one to the next member, and never moves a member', async () => {
    const at = async (moment: string): Promise<Record<string, number>> =>
      slots(await group(`${WEB};_at=${time(moment)}`));
    expect(await at('05T06:00')).toEqual({ 1: 0, 2: 1, 3: 2 });
    // i-0web00004 is still pending: it takes its slot when it runs.
    expect(await at('06T12:00')).toEqual({ 1: 0, 2: 1, 3: 2, 5: 3 });
    expect(await at('06T18:00')).toEqual({ 1: 0, 2: 1, 3: 2, 5: 3, 4: 4 });
    expect(await at('07T12:00')).toEqual({ 1: 0, 6: 1, 3: 2, 5: 3, 4: 4 });
    expect(await at('09T18:00')).toEqual({ 1: 0, 6: 1, 3: 2, 4: 4 });
    expect(slots(await group(WEB))).toEqual({ 1: 0, 6: 1, 3: 2, 4: 4 });
  });

  it('[V2-AREA-4] makes a revision when the members change, and refreshes the current one in place', async () => {
    const revisions = (await history.json(`${WEB};_all;_meta`)) as Meta[];
    expect(revisions.map(({ stime, ltime }) => [stime, ltime])).toEqual([
      [time('09T02:00'), null],
      [time('07T12:00'), time('09T02:00')],
      [time('06T18:00'), time('07T12:00')],
      [time('06T12:00'), time('06T18:00')],
      [time('05T06:00'), time('06T12:00')],
    ]);
    // At 06:00 on the 7th a member was found unhealthy: no revision, but the one of then shows it.
    const unhealthy = revisions[2]?.data.instances.find(({ instanceId }) => instanceId === 'i-0web00002');
    expect(unhealthy).toMatchObject({ healthStatus: 'Unhealthy' });
    expect(((await history.json('cloud/autoScalingGroups/web-v042;_all')) as object[]).length).toBe(6);
    expect(await history.json('group/autoScalingGroups/thumbnails-v007;_all')).toHaveLength(1);
  });

  it('[V2-AREA-9] merges the members of a time range into one resource each, with the time they were last seen', async () => {
    const merged = (await history.json(`${WEB};_since=0`)) as Group[];
    expect(merged).toHaveLength(1);
    expect(merged[0]).toMatchObject({ name: 'web-v042', desiredCapacity: 4, end: null });
    expect(merged[0]?.instances.map(({ instanceId, end }) => [instanceId.slice(-1), end])).toEqual([
      ['1', null],
      ['6', null],
      ['3', null],
      ['4', null],
      ['5', time('09T02:00')],
      ['2', time('07T12:00')],
    ]);
  });

  it('[V2-AREA-9] merges in lists, too, for the requested range', async () => {
    const range = `_since=${time('06T00:00')};_until=${time('07T00:00')}`;
    const groups = (await history.json(`group/autoScalingGroups;${range};_expand`)) as Group[];
    expect(groups.map(({ name }) => name).sort()).toEqual(['thumbnails-v007', 'web-v042']);
    const web = groups.find(({ name }) => name === 'web-v042');
    expect(web?.instances.map(({ instanceId }) => instanceId.slice(-1)).sort()).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
    ]);
    expect(web?.end).toBe(time('07T12:00'));
    const limited = (await history.json(`group/autoScalingGroups;_since=0;_limit=1;_expand`)) as Group[];
    expect(limited.map(({ instances }) => instances.length)).toEqual([6]);
    const ids = await history.ids('group/autoScalingGroups;_since=0');
    expect([...ids].sort()).toEqual(['thumbnails-v007', 'web-v042']);
  });

  it('[V2-AREA-9] trims merged groups', async () => {
    const path = `${WEB};_since=0;_meta:(id,data:(instances:(instanceId,end)))`;
    const [record] = (await history.json(path)) as { id: string; data: Group }[];
    expect(record?.data.instances).toContainEqual({ end: time('07T12:00'), instanceId: 'i-0web00002' });
  });

  it('[V2-MOD-1] [V2-AREA-10] returns revisions with _all, also of a range, and compares them', async () => {
    const range = `_since=${time('07T00:00')}`;
    const revisions = (await history.json(`${WEB};_all;${range}`)) as Group[];
    expect(revisions.map(({ instances }) => instances.length)).toEqual([4, 5, 5]);
    const diff = await (await history.fetch(`${WEB};_diff=0;${range}`)).text();
    expect(diff).toContain('-      "instanceId" : "i-0web00002",\n');
    expect(diff).toContain('+      "instanceId" : "i-0web00006",\n');
  });

  it('[V2-AREA-13] carries the end of each revision, of the group and of its members', async () => {
    const endsOf = ({ end, instances }: Group): unknown[] => [
      ...new Set([end, ...instances.map((one) => one.end)]),
    ];
    const revisions = (await history.json(`${WEB};_all`)) as Group[];
    expect(revisions.map(endsOf)).toEqual([
      [null],
      [time('09T02:00')],
      [time('07T12:00')],
      [time('06T18:00')],
      [time('06T12:00')],
    ]);
    expect(endsOf(await group(`${WEB};_at=${time('08T00:00')}`))).toEqual([time('09T02:00')]);
    const listed = (await history.json(`group/autoScalingGroups;_at=${time('08T00:00')};_expand`)) as Group[];
    expect(listed.find(({ name }) => name === 'web-v042')).toEqual(
      await group(`${WEB};_at=${time('08T00:00')}`),
    );
    for (const path of [WEB, `${WEB};_live`]) expect(endsOf(await group(path))).toEqual([null]);
    const changes = await (await history.fetch(`${WEB};_all;_diff=0`)).text();
    expect(changes).not.toMatch(/"end" : [^n]/);
  });

  it('[V2-SEL-2] selects groups by their members and zones', async () => {
    expect(await history.ids('group/autoScalingGroups;instances.instanceId=i-0web00006')).toEqual([
      'web-v042',
    ]);
    expect(await history.ids('group/autoScalingGroups;availabilityZones=us-east-1c')).toEqual(['web-v042']);
    expect(
      await history.ids(
        `group/autoScalingGroups;instances.instanceId=i-0web00002;_since=${time('08T00:00')}`,
      ),
    ).toEqual([]);
  });

  it('[V2-CRAWL-5] keeps the moments of a recording while the crawl of their members goes on elsewhere', async () => {
    const env = {
      RECORDED_CLOUD_DIR: RECORDED_CLOUD,
      CRAWL_INTERVAL_MS: String(DAY_MS),
      CRAWL_JITTER_MS: String(DAY_MS),
    };
    const own = await HistoryClient.start({ env });
    try {
      const { app } = own.service;
      const claims = app.get(CrawlClaimsRepository);
      const elsewhere = await claims.claim(
        await app.get(CollectionStateRepository).numberOf(MEMBERS),
        Date.now(),
      );
      expect(await app.get(CrawlService).crawl(GROUPS)).toBe(CrawlOutcome.LeftToOther);
      await claims.release(elsewhere!);
      expect(await app.get(CrawlService).crawl(GROUPS)).toBe(CrawlOutcome.Applied);
      const all = (await own.json(`${WEB};_all;_meta`)) as Meta[];
      expect(all.length).toBe(((await history.json(`${WEB};_all;_meta`)) as Meta[]).length);
    } finally {
      await own.service.stop();
    }
  });
});
