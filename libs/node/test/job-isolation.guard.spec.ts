import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestOwner, type TestOwner } from '@portolan/launches/testing';
import { asRoot } from './hostile';
import { TestNode, ended, running } from './support';

const SECRET = 'a-secret-of-another-user';

/** Prints every access to a process of another user that succeeds; all of them must fail. */
const TRY_PROCESSES = `attack() {
  for file in environ auxv maps stack io syscall; do cat "/proc/$1/$file" >/dev/null 2>&1 && echo "$2: read $file"; done
  for link in cwd root exe; do readlink "/proc/$1/$link" >/dev/null 2>&1 && echo "$2: saw $link"; done
  ls "/proc/$1/fd" >/dev/null 2>&1 && echo "$2: listed fd"
  head -c 1 "/proc/$1/mem" >/dev/null 2>&1 && echo "$2: read mem"
  (echo 1000 > "/proc/$1/oom_score_adj") 2>/dev/null && echo "$2: wrote oom_score_adj"
  (echo 0 > "/proc/$1/clear_refs") 2>/dev/null && echo "$2: wrote clear_refs"
  for signal in 0 STOP USR1; do kill -$signal "$1" 2>/dev/null && echo "$2: sent $signal"; done
}
parent_of() { sed 's/.*) . //; s/ .*//' "/proc/$1/stat"; }
wrapper=$PPID spawner=$(parent_of $PPID)
attack "$wrapper" wrapper
attack "$spawner" spawner
attack "$(parent_of "$spawner")" node
attack "$VICTIM" victim
attack "$(parent_of "$VICTIM")" "wrapper of the victim"
echo tried`;

/** Prints what a process has at its start besides its account. */
const SHOW_SELF = `ls -l /proc/$$/fd
grep -E '^(Groups|Cap(Inh|Prm|Eff|Amb)|Sig(Blk|Ign)):' /proc/$$/status | tr -s '\\t ' ' '
echo "terminal $(cut -d' ' -f7 /proc/$$/stat)"
id -G
for controller in $(cut -d: -f2- /proc/$$/cgroup); do
  for file in /sys/fs/cgroup/"\${controller%%:*}"/"\${controller#*:}"/*; do [ -w "$file" ] && echo "writable $file"; done
done
(echo b > ../control/started) 2>/dev/null && echo "wrote into control"
ls ../control ../secrets ../../../downloads 2>/dev/null
echo shown`;

(asRoot ? describe : describe.skip)('a launch of one of several users', () => {
  let owner: TestOwner;
  let node: TestNode;
  const ids: string[] = [];
  beforeAll(async () => {
    owner = await startTestOwner();
    // `daemon` is on every machine.
    const accounts = { RUN_AS_USER: 'on', RUN_AS_MIN_UID: '1' };
    node = await TestNode.start(owner, { ...accounts, JOB_SECRET_KEY: SECRET });
  });
  afterAll(async () => {
    await node.remove(ids);
    await owner.service.stop();
  });
  const offer = async (user: string, script: string, environment = {}): Promise<string> => {
    const id = await owner.offer({
      command: ['sh', '-c', script],
      user,
      environment,
      secrets: [
        { name: 'KEY', ref: 'env:KEY' },
        { name: 'KEY_FILE', ref: 'env:KEY' },
      ],
    });
    ids.push(id);
    return id;
  };
  const outputOf = async (id: string): Promise<string[]> => {
    expect((await ended(owner, id)).end).toEqual({ cause: 'exited', exitCode: 0 });
    return (await node.file(id, 'stdout')).trimEnd().split('\n');
  };
  const control = (id: string, name: string): string => join(node.directory, 'launches', id, 'control', name);

  it('reads, traces and signals neither the node, its shells nor the jobs of other users', async () => {
    const victim = await offer('daemon', 'exec sleep 100');
    await running(owner, victim);
    const pid = (await readFile(control(victim, 'child'), 'utf8')).trim();
    expect(await readFile(`/proc/${pid}/environ`, 'utf8')).toContain(SECRET);
    const files = join(node.directory, 'launches', victim);
    const attacker = await offer(
      'nobody',
      `${TRY_PROCESSES}; cat '${files}'/secrets/* '${files}'/job/* '${files}'/control/* && echo read files`,
      { VICTIM: pid },
    ).then((id) => ended(owner, id).then(() => id));
    expect((await node.file(attacker, 'stdout')).trimEnd().split('\n')).toEqual(['tried']);
    await owner.launches.stop(victim, 100);
    await ended(owner, victim);
  });

  it('has nothing of the node but its own account, three descriptors, default signals and no terminal', async () => {
    const shown = (await outputOf(await offer('daemon', SHOW_SELF)))
      .filter((line) => !line.startsWith('total '))
      .map((line) => line.replace(/^l.* (?=\d+ -> )/, 'fd '));
    // In place of what the starter of the node left open.
    expect(shown).toContain('fd 62 -> /dev/null');
    expect(shown.filter((line) => !/^fd \d{2,} -> \/dev\/null$/.test(line))).toEqual([
      'fd 0 -> /dev/null',
      expect.stringMatching(/^fd 1 -> .*\/job\/stdout$/),
      expect.stringMatching(/^fd 2 -> .*\/job\/stderr$/),
      'Groups: 1 ',
      'SigBlk: 0000000000000000',
      'SigIgn: 0000000000000000',
      ...['Inh', 'Prm', 'Eff', 'Amb'].map((set) => `Cap${set}: 0000000000000000`),
      'terminal 0',
      '1',
      'shown',
    ]);
  });

  it.each([
    'BASH_ENV',
    'ENV',
    'IFS',
    'PS4',
    'SHELLOPTS',
    'LD_PRELOAD',
    'LD_AUDIT',
    'LD_LIBRARY_PATH',
    'GCONV_PATH',
    'NODE_OPTIONS',
    'PYTHONSTARTUP',
    'PORTOLAN_LAUNCH_ID',
  ])('passes a hostile %s to its process only', async (name) => {
    const id = await offer('daemon', `tr '\\0' '\\n' < /proc/$PPID/environ || true; id -u`, {
      [name]: '/tmp/no-such-file$(id -u >&2)\n`id -u >&2`',
    });
    // The wrapper, which is root, ends normally, and its log has no word of another program.
    expect(await outputOf(id)).toEqual(['1']);
    expect(await readFile(control(id, 'start.sh'), 'utf8').catch(() => '')).not.toContain(SECRET);
    expect(await node.file(id, 'stderr')).not.toMatch(/^0$/m);
  });
});
