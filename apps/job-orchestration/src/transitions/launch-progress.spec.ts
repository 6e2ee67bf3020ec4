import type { LaunchChange, LaunchEnd, LaunchEntity } from '@portolan/launches';
import { progressOf, unreportedStates } from './launch-progress';

const NOW = 1000;
const snapshot = {
  phase: 'ended',
  startedAt: 100,
  finishedAt: 200,
  processId: 7,
  stdoutBytes: 1,
  stderrBytes: 2,
};
const launch = { host: 'h', snapshot } as unknown as LaunchEntity;
const ended = (end: LaunchEnd): LaunchChange => ({ type: 'ended', launch, end });
const notStarted = (code: string): LaunchEnd => ({
  cause: 'notStarted',
  failure: { code, message: 'x'.repeat(300), permanent: true },
});

describe('what becomes of a job', () => {
  it.each<[LaunchEnd, boolean, string, string, string | undefined]>([
    [{ cause: 'exited', exitCode: 0 }, false, 'SUCCEEDED', 'Job finished successfully.', undefined],
    [{ cause: 'exited', exitCode: 0 }, true, 'SUCCEEDED', 'Job finished successfully.', undefined],
    [{ cause: 'exited', exitCode: 3 }, false, 'FAILED', 'Job failed: exit code 3.', undefined],
    [{ cause: 'exited', exitCode: 139 }, false, 'FAILED', 'Job failed: signal SIGSEGV.', undefined],
    [{ cause: 'exited', exitCode: 3 }, true, 'KILLED', 'Job was killed by user.', undefined],
    [
      { cause: 'stopped', reason: 'owner', exitCode: 0 },
      true,
      'SUCCEEDED',
      'Job finished successfully.',
      undefined,
    ],
    [
      { cause: 'stopped', reason: 'owner', exitCode: 1 },
      true,
      'KILLED',
      'Job was killed by user.',
      undefined,
    ],
    [
      { cause: 'stopped', reason: 'timeout', exitCode: 1 },
      false,
      'KILLED',
      'Job exceeded timeout.',
      undefined,
    ],
    [
      { cause: 'stopped', reason: 'memory', exitCode: 137 },
      false,
      'KILLED',
      'Job exceeded memory limit.',
      undefined,
    ],
    [
      { cause: 'stopped', reason: 'files', exitCode: 0 },
      false,
      'KILLED',
      'Job files exceeded limit.',
      undefined,
    ],
    [
      { cause: 'stopped', reason: 'files', exitCode: 143 },
      false,
      'KILLED',
      'Job files exceeded limit.',
      undefined,
    ],
    [
      { cause: 'stopped', reason: 'node', exitCode: 1 },
      false,
      'FAILED',
      'Job was killed by system.',
      undefined,
    ],
    [
      { cause: 'stopped', reason: 'leaseLost', exitCode: undefined },
      false,
      'FAILED',
      'Agent AWOL for too long',
      undefined,
    ],
    [{ cause: 'lost', message: '' }, false, 'FAILED', 'Agent AWOL for too long', 'UNKNOWN'],
    [
      { cause: 'stopped', reason: 'node', exitCode: 1, detail: 'node n1 was drained' },
      false,
      'FAILED',
      'Job was killed by system: node n1 was drained.',
      undefined,
    ],
    [
      { cause: 'lost', message: 'its pod was evicted: low on memory.', place: 'other' },
      false,
      'FAILED',
      'Job was killed by system: its pod was evicted: low on memory.',
      'UNKNOWN',
    ],
    [
      { cause: 'lost', message: 'its pod failed', place: 'memory' },
      false,
      'KILLED',
      'Job exceeded memory limit.',
      'UNKNOWN',
    ],
    [
      { cause: 'lost', message: 'its pod failed', place: 'memory' },
      true,
      'KILLED',
      'Job was killed by user.',
      'UNKNOWN',
    ],
    [{ cause: 'lost', message: '' }, true, 'KILLED', 'Job was killed by user.', 'UNKNOWN'],
    [{ cause: 'withdrawn' }, true, 'KILLED', 'Job was killed by user.', 'NO_FILES'],
    [notStarted('downloadFailed'), true, 'KILLED', 'Job was killed by user.', undefined],
  ])('after %j (killed: %s) is %s, %s', (end, killed, status, statusMsg, archiveStatus) => {
    const progress = progressOf(ended(end), killed, NOW);
    expect(progress).toMatchObject({ status, statusMsg, finished: 200, hostName: 'h', processId: 7 });
    expect(progress.archiveStatus).toBe(archiveStatus);
  });

  it.each([
    ['downloadFailed', 'Failed to download dependencies: xxx'],
    ['directoryFailed', 'Failed to create job directory: xxx'],
    ['startFailed', 'Failed to launch job: xxx'],
  ])('says in 255 characters why a job could not be started: %s', (code, start) => {
    const { status, statusMsg } = progressOf(ended(notStarted(code)), false, NOW);
    expect([status, statusMsg.startsWith(start), statusMsg.length]).toEqual(['FAILED', true, 255]);
  });

  it('ends a job now when its node cannot report the end', () => {
    const lost: LaunchChange = {
      type: 'ended',
      launch: { host: 'h', snapshot: null } as LaunchEntity,
      end: { cause: 'lost', message: '' },
    };
    expect(progressOf(lost, false, NOW).finished).toBe(NOW);
  });

  it('moves a job through the phases of its launch', () => {
    const at = (phase: string): LaunchChange => ({
      type: 'progressed',
      launch: { host: 'h', snapshot: { phase } } as unknown as LaunchEntity,
    });
    expect(progressOf({ type: 'claimed', launch }, false, NOW).status).toBe('CLAIMED');
    expect(progressOf(at('preparing'), false, NOW)).toMatchObject({
      status: 'INIT',
      statusMsg: 'Preparing to launch job',
    });
    expect(progressOf(at('running'), false, NOW)).toMatchObject({
      status: 'RUNNING',
      statusMsg: 'Job is Running.',
    });
  });

  it('records RUNNING for a job that ended before its start was reported', () => {
    const end = ended({ cause: 'exited', exitCode: 0 });
    const running = { status: 'RUNNING', statusMsg: 'Job is Running.', at: launch.snapshot?.startedAt };
    expect(unreportedStates(end, 'CLAIMED')).toEqual([running]);
    expect(unreportedStates(end, 'RUNNING')).toEqual([]);
    const unstarted = { ...end, launch: { ...launch, snapshot: null } as LaunchChange['launch'] };
    expect(unreportedStates(unstarted, 'CLAIMED')).toEqual([]);
  });
});
