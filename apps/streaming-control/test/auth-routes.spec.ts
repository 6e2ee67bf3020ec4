import { startGuarded, type Expected, type GuardedService } from '@portolan/service/testing/auth';
import { streamingControl } from '../src/service-definition';

/** Every route except the platform's own, HEAD as GET: a missing one fails the test. */
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
  'WEBSOCKET /api/v1/jobConnectbyid/:jobId': 'reader',
  'WEBSOCKET /api/v1/jobConnectbyname/:jobName': 'reader',
  'WEBSOCKET /api/v1/jobStatusStream/:jobId': 'reader',
  'WEBSOCKET /api/v1/jobstatus/:jobId': 'reader',
  'GET /api/v1/agentClusters': 'reader',
  'GET /api/v1/agentClusters/autoScalePolicy': 'reader',
  'GET /api/v1/agentClusters/jobs': 'reader',
  'GET /api/v1/jobClusters': 'reader',
  'GET /api/v1/jobClusters/:clusterName': 'reader',
  'GET /api/v1/jobClusters/:clusterName/jobs': 'reader',
  'GET /api/v1/jobClusters/:clusterName/jobs/:jobId': 'reader',
  'GET /api/v1/jobClusters/:clusterName/latestJobDiscoveryInfo': 'reader',
  'GET /api/v1/jobClusters/discoveryInfo/:clusterName': 'reader',
  'GET /api/v1/jobClusters/discoveryInfoStream/:clusterName': 'reader',
  'GET /api/v1/jobConnectbyid/:jobId': 'reader',
  'GET /api/v1/jobconnectbyid/:jobId': 'reader',
  'GET /api/v1/jobConnectbyname/:jobName': 'reader',
  'GET /api/v1/jobconnectbyname/:jobName': 'reader',
  'GET /api/v1/jobs': 'reader',
  'GET /api/v1/jobs/:jobId/archivedWorkers': 'reader',
  'GET /api/v1/jobs/:jobId/events': 'reader',
  'GET /api/v1/jobs/:jobId/workers/:workerNumber/output/:file': 'reader',
  'GET /api/v1/jobs/:jobId/workers/metrics': 'reader',
  'GET /api/v1/lastSubmittedJobIdStream/:clusterName': 'reader',
  'GET /api/v1/masterConfigs': 'reader',
  'GET /api/v1/masterInfo': 'reader',
  'GET /api/v1/svc/publish/streamDiscovery': 'reader',
  'GET /api/v1/svc/publish/streamJobClusterMap': 'reader',
  'GET /jobClusters/discoveryInfo/:clusterName': 'reader',
  'GET /jobClusters/discoveryInfoStream/:clusterName': 'reader',
  'GET /jobconnectbyid/:jobId': 'reader',
  'GET /jobconnectbyname/:jobName': 'reader',
  'GET /api/v1/jobStatusStream/:jobId': 'reader',
  'GET /api/v1/jobstatus/:jobId': 'reader',
  'GET /jobStatusStream/:jobId': 'reader',
  'GET /jobstatus/:jobId': 'reader',
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
  });
  afterAll(() => guarded.stop());

  it('[V1-ACCESS-1] are open by their rule, with every credential, to no other caller and no page of another site', async () => {
    expect(await guarded.walk(RULES)).toEqual([]);
  });
});
