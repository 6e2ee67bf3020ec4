import { randomBytes } from 'node:crypto';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { loadConfig } from '@portolan/service';
import { ArchiveStoreService } from '../../../src/archive/archive-store.service';
import { NodeConfig } from '../../../src/config/node-config';
import { ObjectStoreGateway } from '../../../src/object-store/object-store.gateway';
import { archivesConform } from '../../archive-conformance';

const bucket = `portolan-${randomBytes(4).toString('hex')}`;
const settings = {
  S3_ENDPOINT: process.env.TEST_CLOUD_URL ?? '',
  S3_PATH_STYLE: 'on',
};

// The SDK looks for credentials here; the emulator takes any.
process.env.AWS_ACCESS_KEY_ID = 'test';
process.env.AWS_SECRET_ACCESS_KEY = 'test';

const s3 = new S3Client({ endpoint: settings.S3_ENDPOINT, region: 'us-east-1', forcePathStyle: true });

beforeAll(() => s3.send(new CreateBucketCommand({ Bucket: bucket })));
afterAll(() => s3.destroy());

let made = 0;
archivesConform('in an object store', async () => {
  const needed = { DATABASE_URL: 'mysql://h/d', REDIS_URL: 'redis://h', INTERNAL_TOKEN: 'token-of-the-node' };
  const config = loadConfig(NodeConfig, { ...needed, ...settings });
  return {
    archives: new ArchiveStoreService(new ObjectStoreGateway(config)),
    address: `s3://${bucket}/deep/job%20${(made += 1)}.zip`,
  };
});
