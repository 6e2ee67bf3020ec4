import assert from 'node:assert/strict';
import { test } from 'node:test';
import { framesOf } from './frames.mjs';

const main = { pid: 1, tid: 1 };
const name = { ...main, name: 'thread_name', args: { name: 'CrRendererMain' } };
const frame = (ts) => ({ ...main, name: 'AnimationFrame', ph: 'b', ts });
const task = (ts, dur, of = main) => ({ ...of, name: 'RunTask', ph: 'X', ts, dur });

test('tasks count for the frame in which they end, those of other threads do not', () => {
  const events = [name, frame(1000), frame(17_000), task(900, 5000), task(8000, 2000)];
  events.push(task(16_900, 9000), task(2000, 9000, { pid: 1, tid: 2 }));
  assert.deepEqual(framesOf(events), [7, 9]);
});

test('without a main thread there are no frames', () => assert.deepEqual(framesOf([task(1, 1)]), []));
