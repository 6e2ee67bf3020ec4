import { of, Subject, throwError, toArray, type Observable } from 'rxjs';
import { boundedMap } from './bounded-map';

/** Work that the test ends by itself, event by event. */
function bench(options: { concurrency?: number; buffer?: number }) {
  const input = new Subject<number>();
  const work = new Map<number, Subject<string>>();
  const context = { dropped: 0, countDropped: () => (context.dropped += 1) };
  const out: string[] = [];
  let completed = false;
  const project = (event: number): Observable<string> => {
    const one = new Subject<string>();
    work.set(event, one);
    return one;
  };
  const subscription = input
    .pipe(boundedMap(context, project, options))
    .subscribe({ next: (value) => out.push(value), complete: () => (completed = true) });
  const finish = (event: number) => {
    work.get(event)?.next(`done ${event}`);
    work.get(event)?.complete();
  };
  return { input, work, context, out, finish, subscription, isCompleted: () => completed };
}

describe('boundedMap', () => {
  it('limits concurrency and buffer, and counts dropped events', () => {
    const { input, work, context, out, finish } = bench({ concurrency: 2, buffer: 1 });
    for (const event of [1, 2, 3, 4, 5]) input.next(event);
    expect([[...work.keys()], context.dropped]).toEqual([[1, 2], 2]);
    finish(2);
    expect([...work.keys()]).toEqual([1, 2, 3]);
    input.next(6);
    finish(1);
    finish(3);
    finish(6);
    expect(out).toEqual(['done 2', 'done 1', 'done 3', 'done 6']);
  });

  it('completes when its input has completed and all work is done', () => {
    const { input, finish, isCompleted, out } = bench({});
    input.next(1);
    input.next(2);
    input.complete();
    finish(1);
    expect(isCompleted()).toBe(false);
    finish(2);
    expect([isCompleted(), out]).toEqual([true, ['done 1', 'done 2']]);
  });

  it('cancels projections on unsubscription', () => {
    const { input, work, subscription } = bench({});
    input.next(1);
    subscription.unsubscribe();
    expect([work.get(1)?.observed, input.observed]).toEqual([false, false]);
  });

  it('accepts every input of rxjs, undefined events included', async () => {
    const context = { countDropped: () => undefined };
    const values = of(undefined, 1).pipe(
      boundedMap(context, async (event) => Promise.resolve(String(event))),
      toArray(),
    );
    expect(await new Promise((resolve) => values.subscribe(resolve))).toEqual(['undefined', '1']);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
    ['fails', () => throwError(() => new Error('no'))],
  ])('fails when the projection %s', (_how, project) => {
    let message = '';
    of(1)
      .pipe(boundedMap({ countDropped: () => undefined }, project))
      .subscribe({ error: (error: Error) => (message = error.message) });
    expect(message).toBe('no');
  });
});
