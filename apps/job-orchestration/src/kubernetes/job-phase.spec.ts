import type { KnownLaunch } from '@portolan/launches';
import { reconcileAction } from './job-phase';

const launch = (state: KnownLaunch['state'], nodeId?: string): KnownLaunch => ({
  launchId: 'l',
  state,
  ...(nodeId !== undefined && { nodeId }),
});

describe('what follows from a Job and its launch', () => {
  it.each([
    ['a live Job of an unknown launch', 'live', false, undefined, 'delete'],
    ['a live Job of a withdrawn launch', 'live', false, launch('ended'), 'delete'],
    ['a live Job of a finished launch', 'live', false, launch('ended', 'n'), 'none'],
    ['a live Job', 'live', false, launch('running', 'n'), 'none'],
    ['a live Job whose pod is terminated', 'live', true, launch('running', 'n'), 'explain'],
    ['a failed Job of a finished launch', 'failed', false, launch('ended', 'n'), 'none'],
    ['a failed Job of an unknown launch', 'failed', false, undefined, 'none'],
    ['a failed Job of a running launch', 'failed', false, launch('running', 'n'), 'lose'],
    ['a failed Job of a launch that nobody claimed', 'failed', false, launch('offered'), 'retry'],
    ['a complete Job of a launch that nobody claimed', 'complete', false, launch('offered'), 'retry'],
    ['a complete Job whose last report is on its way', 'complete', false, launch('running', 'n'), 'none'],
  ] as const)('%s', (_what, phase, terminating, known, action) => {
    expect(reconcileAction(phase, terminating, known)).toBe(action);
  });
});
