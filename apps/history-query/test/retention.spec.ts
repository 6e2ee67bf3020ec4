import { Retention } from '@portolan/service';
import { DataSource } from 'typeorm';
import { ChangeMomentEntity } from '../src/collections/change-moment.entity';
import { CollectionStateRepository } from '../src/collections/collection-state.repository';
import { CurrentDocumentsService } from '../src/current/current-documents.service';
import { PackingService } from '../src/packing/packing.service';
import { RecordRepository } from '../src/records/record.repository';
import { OPEN_END, Revision } from '../src/revisions/revision';
import { HistoryClient } from './support/history-client';

const DAY = 24 * 3600 * 1000;

interface Meta {
  id: string;
  stime: number;
}

describe.each(['rows', 'blocks'])('retention of %s', (kind) => {
  let history: HistoryClient;

  beforeAll(async () => {
    history = await HistoryClient.start({
      env: { RETENTION: 'cloud/*=live,cloud/instances=last,view/*=age:864000000' },
    });
    await fill('cloud/addresses');
    await fill('cloud/instances');
    await fill('view/instances');
    await fill('svc/clusters');
    if (kind === 'blocks') await history.service.app.get(PackingService).packEverything();
  });
  afterAll(() => history.service.stop());

  const now = Date.now();
  const days = (count: number): number => now - count * DAY;
  const revision = (id: string, from: number, to: number): Revision =>
    new Revision(id, { ctime: 1, ftime: 1, stime: from, ltime: to, mtime: from }, '{}', '{}');

  /** `live` has a past of three revisions, `gone` one of two. */
  const fill = async (collection: string): Promise<void> => {
    const { app } = history.service;
    const number = await app.get(CollectionStateRepository).numberOf(collection);
    await app
      .get(RecordRepository)
      .add(number, [
        revision('live', days(30), days(20)),
        revision('live', days(20), days(5)),
        revision('live', days(5), days(4)),
        revision('live', days(4), OPEN_END),
        revision('gone', days(30), days(15)),
        revision('gone', days(15), days(11)),
      ]);
    await app.get(CurrentDocumentsService).refresh(collection);
  };

  const left = async (collection: string): Promise<Record<string, number[]>> => {
    const all = (await history.json(`${collection};_all;_meta:(id,stime)`)) as Meta[];
    const ids = [...new Set(all.map(({ id }) => id))];
    return Object.fromEntries(
      ids.map((id) => [
        id,
        all.filter((one) => one.id === id).map(({ stime }) => Math.round((now - stime) / DAY)),
      ]),
    );
  };

  it('[V2-KEEP-1] [V2-KEEP-2] deletes expired revisions of each collection, and never a current document', async () => {
    await history.service.app.get(Retention).apply();
    expect(await left('svc/clusters')).toEqual({ live: [4, 5, 20, 30], gone: [15, 30] });
    expect(await left('cloud/addresses')).toEqual({ live: [4] });
    expect(await left('cloud/instances')).toEqual({ live: [4], gone: [15] });
    expect(await left('view/instances')).toEqual({ live: [4, 5, 20] });
    expect((await history.fetch('cloud/instances/gone')).status).toBe(410);
    expect((await history.fetch('cloud/addresses/gone')).status).toBe(404);
  });

  it('[V2-KEEP-1] deletes when changes happened with the changes', async () => {
    const { app } = history.service;
    const moments = app.get(DataSource).getRepository(ChangeMomentEntity);
    const collection = await app.get(CollectionStateRepository).numberOf('view/instances');
    await moments.save([days(20), days(5)].map((moment) => ({ collection, moment, after: moment - 1 })));
    await app.get(Retention).apply();
    expect((await moments.findBy({ collection })).map(({ after }) => after)).toEqual([days(5) - 1]);
  });

  it('[V2-KEEP-3] removes a document from memory even if its end was purged before it was read', async () => {
    const { app } = history.service;
    const number = await app.get(CollectionStateRepository).numberOf('cloud/addresses');
    const current = app.get(CurrentDocumentsService);
    await app.get(RecordRepository).add(number, [revision('brief', days(3), OPEN_END)]);
    expect((await current.refresh('cloud/addresses')).byId.has('brief')).toBe(true);
    await app
      .get(DataSource)
      .query('UPDATE collections SET change_seq = change_seq + 1 WHERE number = ?', [number]);
    await app.get(DataSource).query(
      `UPDATE revisions SET ltime = ?, fork = 1, change_seq = (SELECT change_seq FROM collections WHERE number = ?)
        WHERE collection = ? AND id = 'brief'`,
      [days(2), number, number],
    );
    await app.get(Retention).apply();
    expect((await current.refresh('cloud/addresses')).sorted.map(({ id }) => id)).toEqual(['live']);
  });

  it('refuses invalid rules', async () => {
    await expect(HistoryClient.start({ env: { RETENTION: 'view=never' } })).rejects.toThrow(
      /RETENTION must be a list of area\/collection=all\|live\|last\|age:<ms>/,
    );
  });
});
