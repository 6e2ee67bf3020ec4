import { setTimeout as delay } from 'node:timers/promises';
import { Subject } from 'rxjs';
import type { KeyedValue } from './fields';
import type { WindowSummary } from './window';
import { windows } from './windows';

describe('windows', () => {
  it('are told one after the other, empty ones and the last one too', async () => {
    const input = new Subject<KeyedValue>();
    const told: WindowSummary[] = [];
    let completed = false;
    input
      .pipe(windows(30, 10))
      .subscribe({ next: (summary) => told.push(summary), complete: () => (completed = true) });
    const event = { key: 'a', value: undefined };
    input.next(event);
    input.next(event);
    while (told.length < 2) await delay(5);
    input.next(event);
    input.complete();
    expect(completed).toBe(true);
    expect(told.map(({ events }) => events)).toEqual([2, ...Array<number>(told.length - 2).fill(0), 1]);
    for (const [index, { from }] of told.slice(1).entries()) expect(from).toBe(told[index]?.until);
  });
});
