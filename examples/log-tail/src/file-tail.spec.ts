import { appendFileSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileTail } from './file-tail';

describe('FileTail', () => {
  const folder = mkdtempSync(join(tmpdir(), 'log-tail-'));
  const path = join(folder, 'app.log');
  let tail: FileTail;
  afterEach(() => tail.close());
  beforeEach(() => rmSync(path, { force: true }));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('tells what is appended, not what was there', async () => {
    writeFileSync(path, 'old\n');
    tail = new FileTail(path, false);
    expect(await tail.poll()).toEqual([]);
    appendFileSync(path, 'new\nhal');
    expect(await tail.poll()).toEqual(['new']);
    appendFileSync(path, 'f\n');
    expect(await tail.poll()).toEqual(['half']);
  });

  it('tells what was there when it is asked to', async () => {
    writeFileSync(path, 'old\n');
    tail = new FileTail(path, true);
    expect(await tail.poll()).toEqual(['old']);
  });

  it('waits for a file that is not there, and then reads all of it', async () => {
    tail = new FileTail(path, false);
    expect(await tail.poll()).toEqual([]);
    writeFileSync(path, 'first\n');
    expect(await tail.poll()).toEqual(['first']);
  });

  it('reads a file that was moved away to its end, then the one in its place', async () => {
    writeFileSync(path, '');
    tail = new FileTail(path, false);
    await tail.poll();
    appendFileSync(path, 'one\nwithout end');
    renameSync(path, join(folder, 'app.log.1'));
    writeFileSync(path, 'two\n');
    expect(await tail.poll()).toEqual(['one', 'without end', 'two']);
  });

  it('begins anew with a file that was emptied', async () => {
    writeFileSync(path, '');
    tail = new FileTail(path, false);
    appendFileSync(path, 'something long\n');
    await tail.poll();
    truncateSync(path);
    appendFileSync(path, 'short\n');
    expect(await tail.poll()).toEqual(['short']);
  });
});
