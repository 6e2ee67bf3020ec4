import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { ACCESS_MESSAGE, LogOutput, linesTo } from './logger';

function output() {
  const waiting: string[] = [];
  const written: string[] = [];
  const log = pino(
    { base: null, timestamp: false },
    new LogOutput({
      write: (line) => waiting.push((JSON.parse(line) as { msg: string }).msg),
      flush: () => written.push(...waiting.splice(0)),
    }),
  );
  return { log, written };
}

describe('the output of the log', () => {
  it('buffers access-log lines for a short time', async () => {
    const { log, written } = output();
    log.info(ACCESS_MESSAGE);
    log.info({ requestId: '1' }, ACCESS_MESSAGE);
    expect(written).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(written).toEqual([ACCESS_MESSAGE, ACCESS_MESSAGE]);
  });

  it('writes other lines at once, after the buffered ones', () => {
    const { log, written } = output();
    log.info(ACCESS_MESSAGE);
    log.info('something happened');
    expect(written).toEqual([ACCESS_MESSAGE, 'something happened']);
    log.error(new Error('something failed'));
    expect(written.at(-1)).toBe('something failed');
  });

  it('writes buffered lines when the process ends', () => {
    const { log, written } = output();
    log.info(ACCESS_MESSAGE);
    const flush = process.listeners('exit').at(-1) as () => void;
    flush();
    process.removeListener('exit', flush);
    expect(written).toEqual([ACCESS_MESSAGE]);
  });

  it('writes buffered lines before a fatal error ends the process', () => {
    const { log, written } = output();
    log.info(ACCESS_MESSAGE);
    log.fatal('the end');
    expect(written).toEqual([ACCESS_MESSAGE, 'the end']);
  });

  it('does not wait for the disk when stdout is a file, and leaves nothing behind', () => {
    const synced = jest.spyOn(fs, 'fsyncSync');
    const folder = fs.mkdtempSync(join(tmpdir(), 'log-output-'));
    const file = join(folder, 'log');
    const fd = fs.openSync(file, 'w');
    const log = pino({ base: null, timestamp: false }, new LogOutput(linesTo(fd)));
    const long = 'x'.repeat(20_000);
    for (const message of [ACCESS_MESSAGE, 'one', ACCESS_MESSAGE, long, ACCESS_MESSAGE, 'last'])
      log.info(message);
    const lines = fs.readFileSync(file, 'utf8').trim().split('\n');
    fs.closeSync(fd);
    fs.rmSync(folder, { recursive: true });
    const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(messages).toEqual([ACCESS_MESSAGE, 'one', ACCESS_MESSAGE, long, ACCESS_MESSAGE, 'last']);
    expect(synced).not.toHaveBeenCalled();
  });
});
