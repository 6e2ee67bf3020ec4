import { JobFilesError, directoryName, fileNameOf, jobFiles, type Sources } from './job-files';

const sources = (change: Partial<Sources> = {}): Sources => ({
  configs: [],
  dependencies: [],
  setupFile: null,
  ...change,
});
const resource = (id: string, change: Partial<Sources> = {}) => ({ id, document: sources(change) });

describe('the files of a job', () => {
  it('[V3-RUN-6] go into the root; those of the selected resources go into one folder each', () => {
    const layout = jobFiles(
      sources({ configs: ['http://h/a.conf?v=1'], dependencies: ['/opt/b c'], setupFile: 'http://h/any.sh' }),
      resource('c', { configs: ['http://h/x'], setupFile: 'http://h/y' }),
      resource('k', { dependencies: ['file:///d%20e'] }),
      [resource('a1', { setupFile: 'http://h/s1' }), resource('a/2', { dependencies: ['http://h/lib.jar'] })],
    );
    expect(layout.files).toEqual([
      { path: '.portolan/cluster/c/config/x', url: 'http://h/x' },
      { path: '.portolan/cluster/c/portolan_setup.sh', url: 'http://h/y' },
      { path: '.portolan/applications/a1/portolan_setup.sh', url: 'http://h/s1' },
      { path: '.portolan/applications/a%2F2/dependencies/lib.jar', url: 'http://h/lib.jar' },
      { path: '.portolan/command/k/dependencies/d e', url: 'file:///d%20e' },
      { path: 'a.conf', url: 'http://h/a.conf?v=1' },
      { path: 'b c', url: 'file:///opt/b%20c' },
      { path: 'portolan_setup.sh', url: 'http://h/any.sh' },
    ]);
    expect(layout.setups.map(({ path }) => path)).toEqual([
      '.portolan/cluster/c/portolan_setup.sh',
      '.portolan/applications/a1/portolan_setup.sh',
      'portolan_setup.sh',
    ]);
  });

  it.each([
    ['two sources have one name', { configs: ['http://a/x', 'http://b/x'] }],
    ['a name is that of the system', { configs: ['http://a/run'] }],
    ['a location has no name', { dependencies: ['http://a/'] }],
    ['a location is not an address', { dependencies: ['http://[/x'] }],
    ['a name is too long', { dependencies: [`http://a/${'x'.repeat(256)}`] }],
  ])('refuses the files of a job when %s', (_what, change) => {
    expect(() => jobFiles(sources(change), resource('c'), resource('k'), [])).toThrow(JobFilesError);
  });

  it('are refused by the name of their field', () => {
    const command = resource('k', { configs: ['http://a/x/'] });
    expect(() => jobFiles(sources(), resource('c'), command, [])).toThrow(
      'configs of command k: http://a/x/ must end with a file name',
    );
    expect(() =>
      jobFiles(sources({ setupFile: `/${'x'.repeat(3000)}` }), resource('c'), resource('k'), []),
    ).toThrow(/^setupFile of the job: .* is too long/);
  });

  it('accepts files of a job that name the same source twice', () => {
    const same = sources({ configs: ['http://a/x'], dependencies: ['http://a/x'] });
    expect(() => jobFiles(same, resource('c'), resource('k'), [])).not.toThrow();
  });

  it.each([
    ['..', '%2E%2E'],
    ['.', '%2E'],
    ['a/../b', 'a%2F..%2Fb'],
    ['ü', '%C3%BC'],
  ])('have a safe folder for the id %s', (id, name) => expect(directoryName(id)).toBe(name));

  it('have a folder for any long id', () => {
    expect(directoryName('/'.repeat(255))).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each(['http://h/..', 'http://h/a/%2E%2E', '/', '..'])('never leave their folder: %s', (location) => {
    expect(() => fileNameOf(location, 'configs of the job')).toThrow(JobFilesError);
  });
});
