import { exitMessage, statusMsgIn } from './exit-message';

it.each([
  [1, 'Job failed: exit code 1.'],
  [3, 'Job failed: exit code 3.'],
  [128, 'Job failed: exit code 128.'],
  [134, 'Job failed: signal SIGABRT.'],
  [137, 'Job failed: signal SIGKILL.'],
  [139, 'Job failed: signal SIGSEGV.'],
  [255, 'Job failed: exit code 255.'],
])('[V3-QUEUE-8] a process that ends with %i: %s', (exitCode, message) =>
  expect(exitMessage(exitCode)).toBe(message),
);

describe('a status message', () => {
  const attempt = 'Attempt 2 of 4 starts at 2026-11-25T03:00:00.500Z: Job failed';

  it.each([
    ['4.3', 'none', 'Job failed: exit code 3.', 'Job failed: exit code 3.'],
    ['4.3', 'genie', 'Job failed: exit code 3.', 'Job failed.'],
    ['4.0', 'none', 'Job failed: signal SIGSEGV.', 'Job failed.'],
    ['3.2', 'none', `${attempt}: exit code 3.`, `${attempt}.`],
    ['3.2', 'none', 'Failed to launch job: no such file', 'Failed to launch job: no such file'],
  ] as const)(
    '[V3-QUEUE-9] in release %s, compatible with %s: %s is %s',
    (release, compatibility, stored, shown) =>
      expect(statusMsgIn(release, compatibility, stored)).toBe(shown),
  );
});
