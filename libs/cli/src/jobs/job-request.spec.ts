import { jobRequest } from './job-request.ts';

const BASE = { name: 'x', command: 'type:bash,fast', cluster: ['type:shell', 'sla:prod'] };

describe('the request of a job', () => {
  it('quotes the words after -- for the shell, and a criterion for each --cluster', () => {
    expect(jobRequest(undefined, BASE, ['-c', `echo "a  b" it's $HOME`, ''], 'ann')).toEqual({
      name: 'x',
      user: 'ann',
      version: '1',
      commandCriteria: ['type:bash', 'fast'],
      clusterCriterias: [{ tags: ['type:shell'] }, { tags: ['sla:prod'] }],
      commandArgs: `-c 'echo "a  b" it'\\''s $HOME' ''`,
    });
  });

  it('takes the fields of a file, unless an option sets them', () => {
    const file = {
      name: 'file',
      user: 'bob',
      clusterCriterias: [{ tags: ['a'] }],
      commandCriteria: ['b'],
      other: 1,
    };
    expect(jobRequest(file, { name: 'option' }, [], 'ann')).toEqual({
      ...file,
      version: '1',
      name: 'option',
    });
  });

  it('names what is missing, and options that need another', () => {
    expect(() => jobRequest(undefined, {}, [], 'ann')).toThrow(
      expect.objectContaining({
        message: 'the job has no name, commandCriteria, clusterCriterias',
        detail:
          'give them in a file, or for example as --name report --command type:bash --cluster type:shell',
      }) as Error,
    );
    expect(() => jobRequest(undefined, { name: 'x', command: 'a' }, [], 'ann')).toThrow(
      'no clusterCriterias',
    );
    expect(() => jobRequest(undefined, { ...BASE, arrayMax: 2 }, [], 'ann')).toThrow('need --array');
    expect(() => jobRequest(undefined, { ...BASE, retryDelay: 2 }, [], 'ann')).toThrow('need --retry');
    expect(() => jobRequest(undefined, { ...BASE, retry: 2, retryOn: ['lost,rain'] }, [], 'ann')).toThrow(
      'rain',
    );
  });

  it('has the condition of a dependency behind its id', () => {
    const { dependsOn } = jobRequest(
      undefined,
      { ...BASE, dependsOn: ['a', 'b:failed', 'c:d:succeeded'] },
      [],
      'ann',
    );
    expect(dependsOn).toEqual([
      { id: 'a' },
      { id: 'b', condition: 'failed' },
      { id: 'c:d', condition: 'succeeded' },
    ]);
  });

  it('[CLI-SUBMIT-5] has no unknown condition as part of an id, unless another condition follows', () => {
    const dependsOn = (...ids: string[]) =>
      jobRequest(undefined, { ...BASE, dependsOn: ids }, [], 'ann').dependsOn;
    expect(() => dependsOn('b:finishd')).toThrow('did you mean b:finished?');
    expect(() => dependsOn('b:foo')).toThrow(
      expect.objectContaining({
        message: '--depends-on b:foo: foo is no end of a job; expected one of succeeded, finished, failed',
        detail: 'a job whose id ends so is b:foo:succeeded',
      }) as Error,
    );
    expect(() => dependsOn('b:')).toThrow('the end of a job is missing');
    expect(dependsOn('b:finishd:succeeded')).toEqual([{ id: 'b:finishd', condition: 'succeeded' }]);
  });
});
