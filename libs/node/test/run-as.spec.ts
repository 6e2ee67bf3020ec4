import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { NewLaunch } from '@portolan/launches';
import { startTestOwner, type TestOwner } from '@portolan/launches/testing';
import { eventually } from '@portolan/service/testing';
import { RunAsGroup, runAs, type RunAsRules } from '../src/accounts/run-as';
import { TestNode, ended, processesOf, running } from './support';

const PATH = process.env.PATH ?? '';
const RULES: RunAsRules = {
  RUN_AS_USER: 'on',
  RUN_AS_GROUP: RunAsGroup.IfPossible,
  RUN_AS_MIN_UID: 1000,
  PATH,
};
const ROOT = { uid: 0, gid: 0 };
const PLAIN = { uid: 1234, gid: 1234 };
const nobody = Number(execFileSync('id', ['-u', 'nobody']).toString());
const nobodysGroup = execFileSync('id', ['-gn', 'nobody']).toString().trim();

describe('the account of a launch', () => {
  it('is its user and group on a node that runs as root', async () => {
    const user = await runAs({ user: 'nobody' }, RULES, ROOT);
    expect(user?.user).toMatchObject({ name: 'nobody', uid: nobody });
    expect(await runAs({ user: 'nobody', group: nobodysGroup }, RULES, ROOT)).toEqual(user);
  });

  it.each<[string, { user: string; group?: string }, Partial<RunAsRules>, typeof ROOT, string]>([
    ['no such user', { user: 'no-such-user' }, {}, ROOT, 'this node has no user no-such-user'],
    ['a number', { user: '0' }, {}, ROOT, 'this node has no user 0'],
    ['an option', { user: '--help' }, {}, ROOT, 'this node has no user --help'],
    ['root', { user: 'root' }, {}, ROOT, 'root is a system account: its uid 0 is below RUN_AS_MIN_UID'],
    [
      'no such group',
      { user: 'nobody', group: 'no-such-group' },
      {},
      ROOT,
      'this node has no group no-such-group',
    ],
    [
      'another group',
      { user: 'nobody', group: 'daemon' },
      {},
      ROOT,
      'the user nobody is not in the group daemon',
    ],
    ['a node without rights', { user: 'nobody' }, {}, PLAIN, 'the node does not run as root'],
    ['a node without setpriv', { user: 'nobody' }, { PATH: '/nowhere' }, ROOT, 'the node has no setpriv'],
    [
      'a group that must be',
      { user: 'any', group: 'daemon' },
      { RUN_AS_USER: 'off', RUN_AS_GROUP: RunAsGroup.Always },
      PLAIN,
      'cannot run under group daemon',
    ],
  ])('fails with a clear message for %s', async (_what, offer, rules, own, message) => {
    await expect(runAs(offer, { ...RULES, ...rules }, own)).rejects.toMatchObject({
      failure: { code: 'userFailed', message: expect.stringContaining(message) as string, permanent: true },
    });
  });

  it('is that of the node when the group is optional or unavailable', async () => {
    const off = { ...RULES, RUN_AS_USER: 'off' } as const;
    expect(await runAs({ user: 'any' }, off, ROOT)).toBeUndefined();
    expect(await runAs({ user: 'any', group: 'no-such-group' }, off, ROOT)).toBeUndefined();
    expect(await runAs({ user: 'any', group: 'daemon' }, off, PLAIN)).toBeUndefined();
    const never = { ...off, RUN_AS_GROUP: RunAsGroup.Never };
    expect(await runAs({ user: 'any', group: 'daemon' }, never, ROOT)).toBeUndefined();
  });
});

describe('[V3-JOB-21] a launch of another user or group', () => {
  let owner: TestOwner;
  let node: TestNode;
  let archives: string;
  const ids: string[] = [];
  beforeAll(async () => {
    archives = await mkdtemp(join(tmpdir(), 'portolan-archives-'));
    owner = await startTestOwner();
    node = await TestNode.start(owner, { RUN_AS_USER: 'on', JOB_SECRET_KEY: 'the key' });
  });
  afterAll(async () => {
    await node.remove(ids);
    await owner.service.stop();
    await rm(archives, { recursive: true });
  });
  const offer = async (script: string, launch: Partial<NewLaunch> = {}): Promise<string> => {
    const id = await owner.offer({ command: ['sh', '-c', script], user: 'nobody', ...launch });
    ids.push(id);
    return id;
  };
  // Only root can change the user; for other accounts only the refusal can be tested.
  const asRoot = process.getuid?.() === 0;

  it('runs as that user in a private directory', async () => {
    const id = await offer(
      `id -un; id -gn; echo "$HOME $USER $LOGNAME"; cat given; echo more >> given; mkdir made; echo mine > made/file
       cat "$KEY_FILE"; cat ../control/start.sh || echo no; ls ../.. || echo no; echo $$ > ../pid || echo no`,
      {
        group: nobodysGroup,
        files: [{ path: 'given', content: 'given\n' }],
        secrets: [{ name: 'KEY_FILE', ref: 'env:KEY' }],
        archive: { location: pathToFileURL(join(archives, 'user.zip')).href },
      },
    );
    const { end } = await ended(owner, id);
    if (!asRoot) {
      expect(end).toMatchObject({ cause: 'notStarted', failure: { code: 'userFailed' } });
      return;
    }
    expect(end).toEqual({ cause: 'exited', exitCode: 0 });
    expect(await node.file(id, 'stdout')).toMatch(
      new RegExp(`^nobody\\n${nobodysGroup}\\n/\\S+ nobody nobody\\ngiven\\n\\*{7}no\\nno\\nno\\n$`),
    );
    const facts = await stat(join(node.directory, 'launches', id, 'job'));
    expect([facts.uid, facts.mode & 0o777]).toEqual([nobody, 0o750]);
    await eventually('archive', () => stat(join(archives, 'user.zip')).then(Boolean, () => false));
  });

  it('is ended like every other, with its child processes', async () => {
    const id = await offer(`trap '' TERM; setsid sleep 100 & sleep 100`);
    if (!asRoot) {
      expect((await ended(owner, id)).end).toMatchObject({ failure: { code: 'userFailed' } });
      return;
    }
    await running(owner, id);
    await eventually('all run', async () => (await processesOf(id)).length >= 3);
    await owner.launches.stop(id, 100);
    expect((await ended(owner, id)).end).toMatchObject({ cause: 'stopped', reason: 'owner' });
    expect(await processesOf(id)).toEqual([]);
  });
});
