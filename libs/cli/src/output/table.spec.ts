import { Style } from './style.ts';
import { recordLines, tableLines, type Column, type TableView } from './table.ts';
import { cut, widthOf } from './text.ts';
import { duration, relativeTime } from './times.ts';

const NOW = Date.parse('2026-10-07T12:00:00Z');
const view = (change: Partial<TableView> = {}): TableView => ({
  isWide: false,
  width: undefined,
  now: NOW,
  style: new Style(false),
  ...change,
});

interface Row {
  id: string;
  status: string;
  started: string | null;
}
const COLUMNS: readonly Column<Row>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'STATUS', value: ({ status }) => status, kind: 'status' },
  { title: 'STARTED', value: ({ started }) => started, kind: 'time' },
  { title: 'MORE', value: () => 'x', wide: true },
];
const ROWS: Row[] = [
  { id: 'a-long-identifier-of-a-job', status: 'RUNNING', started: '2026-10-07T11:56:40Z' },
  { id: 'b', status: 'FAILED', started: null },
];

describe('[CLI-OUT-4] tables', () => {
  it('show relative times, and times in full when they are wide', () => {
    expect(tableLines(ROWS, COLUMNS, view())).toEqual([
      'ID                          STATUS   STARTED',
      'a-long-identifier-of-a-job  RUNNING  3m20s ago',
      'b                           FAILED   -',
    ]);
    expect(tableLines(ROWS, COLUMNS, view({ isWide: true }))[1]).toMatch(
      /RUNNING {2}2026-10-07T11:56:40Z {2}x$/,
    );
  });

  it('fit the terminal by cutting the widest column', () => {
    const lines = tableLines(ROWS, COLUMNS, view({ width: 40 }));
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(40);
    expect(lines[1]).toContain('…');
  });

  it('keep ids whole as long as another column can be cut', () => {
    const columns: readonly Column<Row>[] = [
      { title: 'ID', value: ({ id }) => id, kind: 'id' },
      { title: 'STATUS', value: ({ status }) => status },
    ];
    const rows: Row[] = [{ id: 'a'.repeat(36), status: 'b'.repeat(30), started: null }];
    const row = (width: number) => tableLines(rows, columns, view({ width }))[1];
    expect(row(60)).toBe(`${'a'.repeat(36)}  ${'b'.repeat(21)}…`);
    expect(row(46)).toBe(`${'a'.repeat(36)}  ${'b'.repeat(7)}…`);
    expect(row(30)).toBe(`${'a'.repeat(26)}…`);
  });

  describe('lack whole columns of lesser worth at a narrow terminal', () => {
    const jobs = (width: number): string[] => {
      const row = {
        id: '0b7e4d52-0a5f-4f5c-8a3f-6b5a3b0e8f11',
        status: 'SUCCEEDED',
        started: ROWS[0]!.started,
      };
      const [id, status, started] = COLUMNS;
      const columns: Column<Row>[] = [
        { ...id!, kind: 'id' },
        { title: 'NAME', value: () => 'nightly-report' },
        { title: 'USER', value: () => 'ann' },
        status!,
        started!,
        { title: 'TOOK', value: () => '45s' },
      ];
      const lines = tableLines([row], columns, view({ width }));
      expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(width);
      expect(lines[1]).toContain(row.id);
      expect(lines[1]).toContain(row.status);
      return (lines[0] ?? '').split(/ +/);
    };

    it('from the right, and never ids and states, which stay whole', () => {
      expect(jobs(80)).toEqual(['ID', 'NAME', 'USER', 'STATUS', 'STARTED', 'TOOK']);
      expect(jobs(77)).toEqual(['ID', 'NAME', 'USER', 'STATUS', 'STARTED', '…']);
      expect(jobs(66)).toEqual(['ID', 'NAME', 'USER', 'STATUS', '…']);
      expect(jobs(60)).toEqual(['ID', 'NAME', 'STATUS', '…']);
      expect(jobs(50)).toEqual(['ID', 'STATUS', '…']);
    });

    it('and of several states the first one stays', () => {
      const columns: readonly Column<Row>[] = [COLUMNS[1]!, { ...COLUMNS[1]!, title: 'LAST' }];
      expect(tableLines(ROWS, columns, view({ width: 15 }))[0]).toBe('STATUS  …');
      expect(tableLines(ROWS, columns, view({ width: 16 }))[0]).toBe('STATUS   LAST');
    });

    it('but keep columns beside an id that is too long for any terminal', () => {
      const columns: readonly Column<Row>[] = [{ ...COLUMNS[0]!, kind: 'id' }, ...COLUMNS.slice(1)];
      const lines = tableLines([{ ...ROWS[0]!, id: 'a'.repeat(200) }], columns, view({ width: 60 }));
      expect(lines[1]).toBe(`${'a'.repeat(39)}…  RUNNING  3m20s ago`);
    });

    it('and none that is exact is cut', () => {
      const columns: readonly Column<Row>[] = [
        COLUMNS[1]!,
        { title: 'FROM', value: ({ id }) => id, kind: 'exact' },
      ];
      expect(tableLines(ROWS, columns, view({ width: 34 }))).toEqual(['STATUS  …', 'RUNNING', 'FAILED']);
    });
  });

  it('are coloured only when that is asked for', () => {
    expect(tableLines(ROWS, COLUMNS, view()).join('')).not.toContain('\u001b');
    expect(tableLines(ROWS, COLUMNS, view({ style: new Style(true) })).join('')).toContain(
      '\u001b[31mFAILED',
    );
  });

  it('count wide characters twice', () => {
    expect([widthOf('表'), widthOf('é'), cut('表表表', 4)]).toEqual([2, 1, '表…']);
  });

  it('leave absent fields of a record out', () => {
    expect(recordLines({ id: 'b', status: 'FAILED', started: null }, COLUMNS.slice(0, 3), view())).toEqual([
      'ID      b',
      'STATUS  FAILED',
    ]);
  });
});

describe('times', () => {
  it('have at most two units', () => {
    const seconds = [0, 45, 200, 3600, 90_000, 1_100_000];
    expect(seconds.map((one) => duration(one * 1000))).toEqual(['0s', '45s', '3m20s', '1h', '1d1h', '12d']);
    expect(relativeTime(NOW + 7_200_000, NOW)).toBe('in 2h');
  });
});
