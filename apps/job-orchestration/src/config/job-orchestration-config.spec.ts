import { join } from 'node:path';
import { undocumentedSettings } from '@portolan/service/testing';
import { JobOrchestrationConfig } from './job-orchestration-config';

describe('JobOrchestrationConfig', () => {
  it('is listed whole in docs/configuration.md', () => {
    const document = join(__dirname, '../../../../docs/configuration.md');
    expect(undocumentedSettings(JobOrchestrationConfig, document)).toEqual([]);
  });
});
