import { masterConfigs, masterInfo } from './master-info';

describe('[V1-ADMIN-1] master info', () => {
  it.each([
    ['https://streams.example.org/portolan', 'streams.example.org', 443],
    ['http://streams.example.org', 'streams.example.org', 80],
    ['http://10.0.0.1:7101', '10.0.0.1', 7101],
  ])('contains the address %s for clients', (publicUrl, host, port) => {
    expect(masterInfo(publicUrl, 12)).toEqual({
      hostname: host,
      hostIP: host,
      apiPort: port,
      schedInfoPort: port,
      apiPortV2: port,
      apiStatusUri: 'api/v1/jobs/actions/postJobStatus',
      consolePort: port,
      createTime: 12,
      fullApiStatusUri: `${publicUrl}/api/v1/jobs/actions/postJobStatus`,
    });
  });
});

describe('[V1-ADMIN-2] master configs', () => {
  it('contain the values for forms, each as JSON text', () => {
    const configs = new Map(masterConfigs().map(({ name, value }) => [name, JSON.parse(value) as unknown]));
    expect(configs.get('JobConstraints')).toEqual(expect.arrayContaining(['UniqueHost', 'ZoneBalance']));
    expect(configs.get('ScalingReason')).toEqual([
      'CPU',
      'Memory',
      'Network',
      'DataDrop',
      'RPS',
      'UserDefined',
    ]);
    expect(configs.get('MigrationStrategyEnum')).toEqual(['ONE_WORKER', 'PERCENTAGE']);
    expect(configs.get('WorkerResourceLimits')).toMatchObject({ maxCpuCores: 8, maxMemoryMB: 28_000 });
  });
});
