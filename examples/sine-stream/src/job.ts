import { defineJob } from '@portolan/worker';
import { bufferTime, concatMap, interval, map, take, type Observable } from 'rxjs';
import { sineAt, type Point } from './sine';
import { summarise } from './summary';

/** The most points that a window holds; a full one is summarised at once. */
const WINDOW_POINTS = 10_000;

/** Points of a sine curve in the first stage, summaries of windows of them in the second. */
export const job = defineJob({
  parameters: {
    intervalMs: { type: 'integer', default: 100, description: 'ms between two points of one source' },
    amplitude: { type: 'number', default: 10, description: 'height of the curve' },
    period: { type: 'integer', default: 100, description: 'points of one full turn' },
    useRandom: { type: 'boolean', default: false, description: 'adds noise of a tenth of the amplitude' },
    count: {
      type: 'integer',
      description: 'points of each source; without it the job does not end by itself',
    },
    windowMs: { type: 'integer', default: 1000, description: 'length of a window of the second stage' },
  },
  stages: [
    ({ parameters, workerIndex }): Observable<Point> => {
      const curve = { ...parameters, noise: parameters.useRandom ? 0.1 : 0 };
      const points = interval(parameters.intervalMs).pipe(
        map((sequence) => ({
          source: workerIndex,
          sequence,
          time: Date.now(),
          value: sineAt(sequence, curve, Math.random()),
        })),
      );
      return parameters.count === undefined ? points : points.pipe(take(parameters.count));
    },
    (points: Observable<Point>, { parameters, workerIndex }) =>
      points.pipe(
        bufferTime(parameters.windowMs, null, WINDOW_POINTS),
        concatMap((window) => summarise(workerIndex, window)),
      ),
  ],
});
