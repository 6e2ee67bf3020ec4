import { ErrorKind, unavailable } from '@portolan/service';
import { ArchiveStatus } from '../jobs/archive-status';
import { archiveOf, outputPlace, unreadableNode } from './output-place';

const job = (archiveStatus: ArchiveStatus, archiveLocation: string | null = 'file:///j.zip') => ({
  id: 'j',
  archiveStatus,
  archiveLocation,
});

describe('the place of the output', () => {
  it('is the archive once it exists', () => {
    expect(archiveOf(job(ArchiveStatus.Archived))).toBe('file:///j.zip');
    expect(archiveOf(job(ArchiveStatus.Pending))).toBeUndefined();
    expect(archiveOf(job(ArchiveStatus.Archived, null))).toBeUndefined();
  });

  it('is the node until then', () => {
    const launch = { nodeUrl: 'http://n' };
    expect(outputPlace(job(ArchiveStatus.Pending), launch)).toEqual({ from: 'node', launch });
  });

  it.each([
    ['was never launched', ArchiveStatus.NoFiles, null, 'Job failed before any file was created: j'],
    [
      'ended without files',
      ArchiveStatus.NoFiles,
      { nodeUrl: 'http://n' },
      'Job failed before any file was created: j',
    ],
    ['waits without a launch', ArchiveStatus.Pending, null, 'Job j has no output yet: no node has it'],
    ['waits for a node', ArchiveStatus.Pending, { nodeUrl: null }, 'Job j has no output yet: no node has it'],
  ])('is nowhere for a job that %s', (_what, status, launch, reason) => {
    expect(outputPlace(job(status), launch)).toEqual({ from: 'nowhere', reason });
  });

  it('is lost with a node that was given up before it archived anything', () => {
    const silent = unavailable('the node does not answer');
    const lost = { kind: ErrorKind.NotFound, message: expect.stringContaining('is lost') as string };
    expect(unreadableNode(job(ArchiveStatus.Unknown), silent)).toMatchObject(lost);
    expect(unreadableNode(job(ArchiveStatus.Pending), silent)).toBe(silent);
    const other = new Error('a bug');
    expect(unreadableNode(job(ArchiveStatus.Unknown), other)).toBe(other);
  });
});
