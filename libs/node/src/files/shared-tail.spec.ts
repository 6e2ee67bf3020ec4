import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@portolan/service/testing';
import { SharedTail, type GrowingFile, type Receiver } from './shared-tail';

/** A file in memory that counts how often its bytes are read. */
class MemoryFile implements GrowingFile {
  text = '';
  over = false;
  failure: Error | undefined;
  /** Bytes sent by each path. */
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

/** Accepts all bytes at once, unless it is full. */
class TestReceiver implements Receiver {
  text = '';
  /** Bytes after which it is full; {@link goOn} empties it. */
  room = Infinity;
  readonly leaving = new AbortController();
  private awaited: (() => void) | undefined;

  constructor(readonly from = 0) {}

  get position(): number {
    return this.from + this.text.length;
  }

  get signal(): AbortSignal {
    return this.leaving.signal;
  }

  take(bytes: Buffer): boolean {
    this.text += bytes.toString();
    this.room -= bytes.length;
    return this.room > 0;
  }

  ready(): Promise<void> {
    return new Promise((resolve) => (this.awaited = resolve));
  }

  goOn(room = Infinity): void {
    this.room = room;
    this.awaited?.();
  }
}

const until = (what: () => boolean): Promise<unknown> =>
  eventually('it is so', () => Promise.resolve(what()));

describe('[V3-FOLLOW-7] the growing end of a file', () => {
  let file: MemoryFile;
  let tail: SharedTail;
  beforeEach(() => {
    file = new MemoryFile();
    tail = new SharedTail(file);
  });

  it('is read once for all its readers, each from its own position', async () => {
    const readers = [...Array.from({ length: 20 }, () => new TestReceiver()), new TestReceiver(7)];
    const served = Promise.all(readers.map((reader) => tail.serve(reader)));
    await until(() => file.open === 1);
    for (const part of ['abc', 'defg', 'hij']) {
      file.text += part;
      await until(() => readers[0]?.text === file.text);
    }
    file.over = true;
    await served;
    expect(readers.pop()?.text).toBe('hij');
    expect(new Set(readers.map(({ text }) => text))).toEqual(new Set(['abcdefghij']));
    expect(file.read).toEqual({ present: 0, appended: 10 });
  });

  it('waits for nobody: a slow reader reads the file when it has fallen behind', async () => {
    const [slow, quick] = [new TestReceiver(), new TestReceiver()];
    slow.room = 1;
    const served = [slow, quick].map((reader) => tail.serve(reader));
    await until(() => file.open === 1);
    const large = 'x'.repeat(2 ** 20);
    for (let count = 1; count <= 4; count++) {
      file.text += large;
      await until(() => quick.text.length === count * large.length);
    }
    expect([slow.text.length, file.read.present]).toEqual([large.length, 0]);
    slow.goOn();
    await until(() => slow.text === file.text);
    file.over = true;
    await Promise.all(served);
    expect(file.read.present).toBeGreaterThan(2 * large.length);
    expect(file.read.appended).toBe(file.text.length);
  });

  it('is not read while nobody waits for it', async () => {
    const slow = new TestReceiver();
    slow.room = 1;
    const served = tail.serve(slow);
    await until(() => file.open === 1);
    file.text = 'first';
    await until(() => slow.text === 'first');
    file.text += 'second';
    await delay(20);
    expect(file.read.appended).toBe(5);
    file.over = true;
    slow.goOn();
    await served;
    expect([slow.text, file.open]).toEqual(['firstsecond', 0]);
  });

  it('is released when its last reader leaves', async () => {
    const readers = [new TestReceiver(), new TestReceiver()];
    const left = readers.map((reader) => tail.serve(reader).catch((error: Error) => error.message));
    await until(() => file.open === 1);
    readers[0]?.leaving.abort(new Error('gone'));
    expect(await left[0]).toBe('gone');
    expect(file.open).toBe(1);
    readers[1]?.leaving.abort(new Error('gone, too'));
    expect(await left[1]).toBe('gone, too');
    await until(() => file.open === 0);
    file.text = 'again';
    file.over = true;
    const next = new TestReceiver();
    await tail.serve(next);
    expect(next.text).toBe('again');
  });

  it('fails for all its readers, and begins anew for the next', async () => {
    const served = [0, 0].map((position) => tail.serve(new TestReceiver(position)));
    file.failure = new Error('the node is gone');
    for (const one of served) await expect(one).rejects.toThrow('the node is gone');
    file.failure = undefined;
    file.text = 'more';
    file.over = true;
    const next = new TestReceiver();
    await tail.serve(next);
    expect(next.text).toBe('more');
  });

  it('sends no data of a truncated file until it is longer than before', async () => {
    const [old, young] = [new TestReceiver(), new TestReceiver()];
    const served = [tail.serve(old)];
    file.text = 'before';
    await until(() => old.text === 'before');
    file.text = 'new';
    served.push(tail.serve(young));
    await until(() => young.text === 'new');
    file.text = 'new and longer';
    await until(() => young.text === file.text);
    file.over = true;
    await Promise.all(served);
    expect(old.text).toBe('befored longer');
  });

  it('is not passed by for a reader that waits beyond it', async () => {
    const [far, near] = [new TestReceiver(8), new TestReceiver()];
    const served = [far, near].map((reader) => tail.serve(reader));
    for (const part of ['abc', 'def', 'ghij']) {
      file.text += part;
      await until(() => near.text === file.text);
    }
    file.over = true;
    await Promise.all(served);
    expect(far.text).toBe('ij');
  });

  it('sends every byte once to each reader, independent of their pace', async () => {
    for (let run = 0; run < 30; run++) {
      file = new MemoryFile();
      tail = new SharedTail(file);
      const chance = (): number => Math.floor(Math.random() * 6);
      const readers = Array.from({ length: 12 }, () => new TestReceiver(chance() * 7));
      const served = readers.map(async (reader, index) => {
        await delay(chance());
        if (index % 2 === 0) reader.room = chance() * 5;
        await tail.serve(reader);
      });
      for (let part = 0; part < 20; part++) {
        file.text += 'abcdefghijklmnopqrstuvwxyz'.slice(0, chance() * 3);
        await delay(chance());
        for (const reader of readers) if (chance() === 0) reader.goOn(chance() * 5);
      }
      file.over = true;
      const moving = setInterval(() => readers.forEach((reader) => reader.goOn()), 1);
      await Promise.all(served);
      clearInterval(moving);
      for (const { from, text } of readers) expect(text).toBe(file.text.slice(from));
    }
  });
});
