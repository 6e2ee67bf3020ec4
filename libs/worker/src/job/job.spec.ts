import { lastValueFrom, map, of, toArray, type Observable } from 'rxjs';
import { defineJob, type WorkerContext } from './job';
import type { ParameterDefinitions } from './parameters';

/** A context with only the relevant parameters. */
const contextOf = (parameters: Record<string, unknown>) =>
  ({ parameters }) as unknown as WorkerContext<ParameterDefinitions>;

describe('defineJob', () => {
  const job = defineJob({
    parameters: {
      factor: { type: 'number', default: 2 },
      unit: { type: 'string', required: true },
      limit: { type: 'integer' },
    },
    stages: [
      ({ parameters }) => {
        // Compiles only when the types follow from the definitions.
        const limit: number | undefined = parameters.limit;
        const factor: number = parameters.factor;
        return of(1, limit ?? 2).pipe(map((n) => n * factor));
      },
      (input: Observable<number>, { parameters }) => {
        const unit: string = parameters.unit;
        return input.pipe(map((n) => `${n}${unit}`));
      },
    ],
  });

  it('lists its stages, the first without input', async () => {
    expect(job.stageCount).toBe(2);
    const context = contextOf({ factor: 10, unit: 'm', limit: undefined });
    const first = await lastValueFrom(job.pipeline(1, of('ignored'), context).pipe(toArray()));
    expect(first).toEqual([10, 20]);
    expect(await lastValueFrom(job.pipeline(2, of(7, 8), context).pipe(toArray()))).toEqual(['7m', '8m']);
  });

  it('refuses a stage that it does not have', () => {
    expect(() => job.pipeline(3, of(), contextOf({}))).toThrow('the job has no stage 3');
  });

  it('needs no parameters', () => {
    expect(defineJob({ stages: [() => of(1)] }).parameters).toEqual({});
  });
});
