import { join } from 'node:path';
import { undocumentedSettings } from '@portolan/service/testing';
import { StreamingConfig } from './streaming-config';

describe('StreamingConfig', () => {
  it('is listed whole in docs/configuration.md', () => {
    const document = join(__dirname, '../../../../docs/configuration.md');
    expect(undocumentedSettings(StreamingConfig, document)).toEqual([]);
  });
});
