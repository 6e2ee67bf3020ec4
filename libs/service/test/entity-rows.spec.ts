import {
  Column,
  DataSource,
  Entity,
  PrimaryColumn,
  type MigrationInterface,
  type QueryRunner,
} from 'typeorm';
import { dataSourceOptions } from '../src/database/data-source-options';
import {
  JsonColumn,
  MillisColumn,
  findRow,
  insertRows,
  lockRow,
  selectRows,
  updateRow,
  updateRows,
} from '../src/index';
import { createTestDatabase, type TestDatabase } from '../src/testing';

@Entity({ name: 'places' })
class Place {
  @PrimaryColumn({ type: 'varchar', length: 16 }) house!: string;
  @PrimaryColumn({ name: 'room_number', type: 'int' }) room!: number;
  @Column({ type: 'varchar', length: 16 }) id!: string;
  @JsonColumn({ nullable: true }) furniture!: string[] | null;
  @MillisColumn({ name: 'painted_at', nullable: true }) paintedAt!: number | null;
}

class CreatePlaces1 implements MigrationInterface {
  readonly name = 'CreatePlaces1700000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE places (house VARCHAR(16) NOT NULL, room_number INT NOT NULL, id VARCHAR(16) NOT NULL,
         furniture LONGTEXT NULL, painted_at BIGINT NULL, PRIMARY KEY (house, room_number))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE places');
  }
}

const place = (room: number): Place =>
  Object.assign(new Place(), { house: 'a', room, id: `a-${room}`, furniture: ['bed'], paintedAt: 5 });

describe('rows of an entity', () => {
  let database: TestDatabase;
  let source: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase([CreatePlaces1]);
    source = await new DataSource(dataSourceOptions({ url: database.url, entities: [Place] })).initialize();
    await insertRows(source.manager, Place, [place(1), place(2)]);
  });
  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  it('are found by the properties that name them, as entities', async () => {
    const found = await findRow(source.manager, Place, { house: 'a', room: 2 });
    expect(found).toBeInstanceOf(Place);
    expect(found).toEqual(place(2));
    expect(await findRow(source.manager, Place, { house: 'b', room: 2 })).toBeNull();
  });

  it('are changed by the properties that name them, no other row with them', async () => {
    expect(await updateRow(source.manager, Place, { house: 'a', room: 1 }, { furniture: ['desk'] })).toBe(
      true,
    );
    expect(
      await updateRow(source.manager, Place, { id: 'a-2' }, { paintedAt: null, furniture: undefined }),
    ).toBe(true);
    expect(await updateRow(source.manager, Place, { house: 'c', room: 1 }, { paintedAt: 1 })).toBe(false);
    await source.transaction(async (transaction) => {
      expect(await lockRow(transaction, Place, { id: 'a-1' })).toEqual({ ...place(1), furniture: ['desk'] });
      expect(await lockRow(transaction, Place, { house: 'a', room: 2 })).toEqual({
        ...place(2),
        paintedAt: null,
      });
    });
  });

  it('are changed only where a listed property has one of the values', async () => {
    const key = { house: 'a', room: [3, 4], id: 'a-3' };
    await insertRows(source.manager, Place, [place(3)]);
    expect(await updateRow(source.manager, Place, { ...key, house: ['b', 'c'] }, { paintedAt: 9 })).toBe(
      false,
    );
    expect(await updateRow(source.manager, Place, key, { paintedAt: 9 })).toBe(true);
    expect(await findRow(source.manager, Place, key)).toEqual({ ...place(3), paintedAt: 9 });
  });

  it('get different values in one statement; columns that a change omits stay', async () => {
    await insertRows(source.manager, Place, [place(10), place(11), place(12)]);
    const changes = [
      { id: 'a-10', furniture: ['desk'], paintedAt: 7 },
      { id: 'a-11', furniture: null, paintedAt: 7 },
      { id: 'a-12', furniture: undefined, paintedAt: 7 },
      { id: 'a-13', paintedAt: 7 },
    ];
    expect(await updateRows(source.manager, Place, 'id', changes, { house: ['a', 'b'] })).toBe(3);
    const stored = await selectRows(source.manager, Place, 'WHERE painted_at = 7 ORDER BY room_number', []);
    expect(stored.map(({ id, furniture }) => [id, furniture])).toEqual([
      ['a-10', ['desk']],
      ['a-11', null],
      ['a-12', ['bed']],
    ]);
    const mixed = [
      { id: 'a-10', paintedAt: 8 },
      { id: 'a-11', paintedAt: null },
    ];
    expect(await updateRows(source.manager, Place, 'id', mixed, { house: 'b' })).toBe(0);
    expect(await updateRows(source.manager, Place, 'id', mixed)).toBe(2);
    expect(await selectRows(source.manager, Place, 'WHERE painted_at = 8', [])).toHaveLength(1);
    expect(await updateRows(source.manager, Place, 'id', [])).toBe(0);
  });

  it('are inserted and selected in any number, in the order of the statement', async () => {
    const many = Array.from({ length: 450 }, (_, index) => place(100 + index));
    await insertRows(source.manager, Place, []);
    await insertRows(source.manager, Place, many);
    const rest = 'WHERE room_number IN (?) ORDER BY room_number';
    expect(await selectRows(source.manager, Place, rest, [many.map(({ room }) => room)])).toEqual(many);
  });

  it('refuse properties that the entity does not have', async () => {
    const unknown = { colour: 'red' } as Partial<Place>;
    await expect(findRow(source.manager, Place, unknown)).rejects.toThrow('Place has no colour');
    await expect(updateRow(source.manager, Place, { id: 'a-1' }, unknown)).rejects.toThrow(
      'Place has no colour',
    );
  });
});
