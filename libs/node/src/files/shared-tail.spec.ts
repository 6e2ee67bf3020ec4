import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@portolan/service/testing';
import { SharedTail, type GrowingFile } from './shared-tail';

/** A file in memory that counts how often its bytes are read. */
class MemoryFile implements GrowingFile {
  text = '';
  over = false;
  failure: Error | undefined;
  /** Bytes that went out by each way. */
  readonly read = { present: 0, appended: 0 };
  open = 0;

  async *present(position: number): AsyncGenerator<Buffer> {
    await delay(1);
    const bytes = Buffer.from(this.text.slice(position));
    this.read.present += bytes.length;
    if (bytes.length > 0) yield bytes;
  }

  async *appended(position: number, signal: AbortSignal): AsyncGenerator<Buffer> {
    this.open += 1;
    try {
      for (let at = position; ;) {
        const isFinal = this.over;
        if (this.failure) throw this.failure;
        const bytes = Buffer.from(this.text.slice(at));
        this.read.appended += bytes.length;
        at += bytes.length;
        if (bytes.length > 0) yield bytes;
        if (isFinal) return;
        await delay(2, undefined, { signal });
      }
    } finally {
      this.open -= 1;
    }
  }
}

const signal = (): AbortSignal => new AbortController().signal;

async function textOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const until = (what: () => boolean): Promise<unknown> =>
  eventually('it is so', () => Promise.resolve(what()));

describe('[V3-FOLLOW-7] the growing end of a file', () => {
  it('is read once for all its readers, each from its own position', async () => {
    const file = new MemoryFile();
    const tail = new SharedTail(file);
    const readers = Array.from({ length: 20 }, () => textOf(tail.read(0, signal())));
    const beyond = textOf(tail.read(7, signal()));
    for (const part of ['abc', 'defg', 'hij']) {
      file.text += part;
      const size = file.text.length;
      await until(() => file.read.appended === size);
    }
    file.over = true;
    expect(new Set(await Promise.all(readers))).toEqual(new Set(['abcdefghij']));
    expect(await beyond).toBe('hij');
    expect(file.read).toEqual({ present: 0, appended: 10 });
  });

  it('waits for nobody: a slow reader reads the file when it has fallen behind', async () => {
    const file = new MemoryFile();
    const tail = new SharedTail(file);
    const slow = tail.read(0, signal());
    file.text = 'first';
    const first = (await slow.next()).value;
    const quick = textOf(tail.read(5, signal()));
    const large = 'x'.repeat(2 ** 20);
    for (let count = 1; count <= 4; count++) {
      file.text += large;
      await until(() => file.read.appended === 5 + count * large.length);
    }
    expect(file.read.present).toBe(0);
    file.over = true;
    expect(await quick).toHaveLength(4 * large.length);
    const rest = await textOf(slow);
    expect(String(first) + rest).toBe(file.text);
    // All, or all but what is kept for those that lag a little.
    expect(file.read.present).toBeGreaterThan(2 * large.length);
  });

  it('is not read while nobody waits for it', async () => {
    const file = new MemoryFile();
    const slow = new SharedTail(file).read(0, signal());
    file.text = 'first';
    await slow.next();
    file.text += 'second';
    await delay(20);
    expect(file.read.appended).toBe(5);
    await slow.return();
    expect(file.open).toBe(0);
  });

  it('is released when its last reader leaves', async () => {
    const file = new MemoryFile();
    const tail = new SharedTail(file);
    const leaving = [new AbortController(), new AbortController()];
    const left = leaving.map(({ signal }) =>
      textOf(tail.read(0, signal)).catch((error: Error) => error.message),
    );
    await until(() => file.open === 1);
    leaving[0]?.abort(new Error('gone'));
    expect(await left[0]).toBe('gone');
    expect(file.open).toBe(1);
    leaving[1]?.abort(new Error('gone, too'));
    expect(await left[1]).toBe('gone, too');
    await until(() => file.open === 0);
    file.text = 'again';
    file.over = true;
    expect(await textOf(tail.read(0, signal()))).toBe('again');
  });

  it('fails for all its readers, and begins anew for the next', async () => {
    const file = new MemoryFile();
    const tail = new SharedTail(file);
    const readers = [0, 0].map((position) => textOf(tail.read(position, signal())));
    file.failure = new Error('the node is gone');
    for (const reader of readers) await expect(reader).rejects.toThrow('the node is gone');
    file.failure = undefined;
    file.text = 'more';
    file.over = true;
    expect(await textOf(tail.read(0, signal()))).toBe('more');
  });

  it('yields nothing of a file that was truncated until it is longer than before', async () => {
    const file = new MemoryFile();
    const tail = new SharedTail(file);
    const reader = tail.read(0, signal());
    file.text = 'before';
    await reader.next();
    file.text = 'new';
    const next = reader.next();
    await delay(20);
    file.text = 'new and longer';
    expect(String((await next).value)).toBe('d longer');
    file.over = true;
    expect(await reader.next()).toEqual({ done: true, value: undefined });
  });

  it('is not passed by for a reader that waits beyond it', async () => {
    const file = new MemoryFile();
    const tail = new SharedTail(file);
    const far = textOf(tail.read(8, signal()));
    const near = tail.read(0, signal());
    for (const part of ['abc', 'def', 'ghij']) {
      const next = near.next();
      file.text += part;
      expect(String((await next).value)).toBe(part);
    }
    file.over = true;
    expect(await far).toBe('ij');
    await near.return();
  });
});
