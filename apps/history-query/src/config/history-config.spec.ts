import { join } from 'node:path';
import { undocumentedSettings } from '@portolan/service/testing';
import { HistoryConfig } from './history-config';

describe('HistoryConfig', () => {
  it('is listed whole in docs/configuration.md', () => {
    const document = join(__dirname, '../../../../docs/configuration.md');
    expect(undocumentedSettings(HistoryConfig, document)).toEqual([]);
  });
});
