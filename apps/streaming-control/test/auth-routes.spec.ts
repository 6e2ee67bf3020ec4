import { startGuarded, type Expected, type GuardedService } from '@portolan/service/testing/auth';
import { streamingControl } from '../src/service-definition';

/** Every write, and the reads that are not for readers alone: a route that is not here fails the test. */
const RULES: Record<string, Expected> = {
  'POST /api/v1/jobClusters': 'submitter',
  'PUT /api/v1/jobClusters/:clusterName': 'submitter',
  'DELETE /api/v1/jobClusters/:clusterName': 'submitter',
  'POST /api/v1/jobClusters/:clusterName/actions/updateArtifact': 'submitter',
  'POST /api/v1/jobClusters/:clusterName/actions/updateSchedulingInfo': 'submitter',
  'POST /api/v1/jobClusters/:clusterName/actions/updateSla': 'submitter',
  'POST /api/v1/jobClusters/:clusterName/actions/updateLabel': 'submitter',
  'POST /api/v1/jobClusters/:clusterName/actions/updateMigrationStrategy': 'submitter',
  'POST /api/v1/jobClusters/:clusterName/actions/enableCluster': 'submitter',
  'POST /api/v1/jobClusters/:clusterName/actions/disableCluster': 'submitter',
  'POST /api/v1/jobClusters/:clusterName/jobs': 'submitter',
  'POST /api/v1/jobs': 'submitter',
  'POST /api/v1/jobs/actions/quickSubmit': 'submitter',
  'POST /api/v1/jobsubmitandconnect': 'submitter',
  'GET /api/v1/jobs/:jobId': 'reader, launch',
  'DELETE /api/v1/jobs/:jobId': 'submitter',
  'POST /api/v1/jobs/:jobId/actions/scaleStage': 'submitter, master',
  'POST /api/v1/jobs/:jobId/actions/resubmitWorker': 'submitter',
  'POST /api/v1/jobs/actions/postJobStatus': 'admin, launch',
  'POST /api/v1/jobs/:jobId/actions/postJobStatus': 'admin, launch',
  'GET /api/v1/jobDiscoveryStream/:jobId': 'reader, launch',
  'GET /api/v1/jobs/schedulingInfo/:jobId': 'reader, launch',
  'POST /api/v1/agentClusters': 'admin',
  'PUT /api/v1/agentClusters/autoScalePolicy': 'admin',
  'PUT /api/v1/svc/publish/streamJobClusterMap': 'admin',
  'POST /api/namedjob/create': 'submitter',
  'POST /api/namedjob/update': 'submitter',
  'POST /api/namedjob/delete': 'submitter',
  'POST /api/namedjob/quickupdate': 'submitter',
  'POST /api/namedjob/updateschedulinginfo': 'submitter',
  'POST /api/namedjob/updatesla': 'submitter',
  'POST /api/namedjob/updatelabels': 'submitter',
  'POST /api/namedjob/migratestrategy': 'submitter',
  'POST /api/namedjob/enable': 'submitter',
  'POST /api/namedjob/disable': 'submitter',
  'POST /api/postjobstatus': 'admin, launch',
};

describe('routes of streaming control', () => {
  let guarded: GuardedService;
  beforeAll(async () => {
    guarded = await startGuarded(streamingControl);
  }, 60_000);
  afterAll(() => guarded.stop());

  it('open to whom their rule says, with every credential, and to nobody else', async () => {
    expect(await guarded.walk(RULES)).toEqual([]);
  }, 60_000);
});
