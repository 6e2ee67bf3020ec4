import { LONG_TEXT, createTable, word } from '@portolan/service';

export const platformSettings = [
  // Settings of operators for the whole platform: active agent clusters, scaling policies, the stream map.
  createTable(
    'CreatePlatformSettings1790000000010',
    'platform_settings',
    () => `
      name ${word(64)} NOT NULL,
      version BIGINT NOT NULL,
      changed_at BIGINT NOT NULL,
      value ${LONG_TEXT} NOT NULL,
      PRIMARY KEY (name)`,
  ),
];
