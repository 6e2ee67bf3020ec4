import type { ConfigFile } from './config-file.ts';
import { LOCAL, resolveSettings } from './settings.ts';

const CONFIG = {
  current: 'prod',
  contexts: { prod: { jobs: 'https://jobs.prod', user: 'ann' }, lab: { jobs: 'http://jobs.lab' } },
};

describe('[CLI-CONFIG-1] without configuration', () => {
  it('the services of this machine are used', () => {
    expect(resolveSettings({}, {}, { contexts: {} })).toMatchObject({
      ...LOCAL,
      context: undefined,
      output: 'table',
    });
  });
});

describe('[CLI-CONFIG-2] a setting', () => {
  it('is that of the option, else of the variable, else of the context, else the default', () => {
    const env = { PORTOLAN_JOBS_URL: 'http://of.variable' };
    const jobs = (options: object, variables: NodeJS.ProcessEnv, config = CONFIG) =>
      resolveSettings(options, variables, config).jobs;
    expect(jobs({ jobs: 'http://of.option' }, env)).toBe('http://of.option');
    expect(jobs({}, env)).toBe('http://of.variable');
    expect(jobs({}, {})).toBe('https://jobs.prod');
    expect(jobs({ context: 'lab' }, { PORTOLAN_CONTEXT: 'prod' })).toBe('http://jobs.lab');
    expect(resolveSettings({}, {}, CONFIG)).toMatchObject({ user: 'ann', history: LOCAL.history });
  });

  it('that is an address may end with the path of its API', () => {
    const jobs = (address: string) => resolveSettings({ jobs: address }, {}, CONFIG).jobs;
    for (const end of ['', '/', '/api/v3', '/api/v3/']) expect(jobs(`http://a/b${end}`)).toBe('http://a/b');
    expect(jobs('http://a/api/v3/b')).toBe('http://a/api/v3/b');
  });

  it('[CLI-CONFIG-6] that is the user is that of the token, unless it is named', () => {
    const token = ['', JSON.stringify({ sub: 'zoe' }), ''].map((part) => btoa(part)).join('.');
    const user = (options: object, config: ConfigFile = { contexts: {} }, stored?: string) =>
      resolveSettings(options, {}, config, () => stored).user;
    const lab = { current: 'lab', contexts: { lab: {} } };
    expect(user({ token })).toBe('zoe');
    expect(user({}, lab, token)).toBe('zoe');
    expect(user({ token, user: 'bob' })).toBe('bob');
    expect(user({}, CONFIG, token)).toBe('ann');
    for (const odd of ['no JWT', 'a.bnVsbA.c', 'a.e30.c', '']) expect(user({ token: odd })).toBe(user({}));
  });

  it('that is wrong is refused with its name', () => {
    expect(() => resolveSettings({ output: 'xml' }, {}, CONFIG)).toThrow('the output xml does not exist');
    expect(() => resolveSettings({ context: 'none' }, {}, CONFIG)).toThrow('there is no context none');
    expect(() => resolveSettings({ jobs: 'localhost:7103' }, {}, CONFIG)).toThrow('must begin with http');
  });

  it('colours are off with NO_COLOR and --no-color', () => {
    expect(resolveSettings({}, { NO_COLOR: '1' }, CONFIG).color).toBe(false);
    expect(resolveSettings({ color: false }, {}, CONFIG).color).toBe(false);
    expect(resolveSettings({}, {}, CONFIG).color).toBeUndefined();
  });
});
