import type { SocketNotes } from '@portolan/service';

const API = '/api/v1';

const output = (id: string, whose: string): SocketNotes[string] => ({
  id,
  summary: `The merged output of ${whose}, live, as a websocket`,
  tag: 'streams',
  frames:
    'One message a text frame; a ping tells how many were lost. Code 4404 at its end: what was asked for is unknown; 4400: refused by the workers.',
});

const status = (id: string, recent: number): SocketNotes[string] => ({
  id,
  summary: 'What happens to a job, as it happens',
  tag: 'streams',
  frames: `One event a text frame, in JSON, the last ${recent} first. Of a job that is unknown nothing comes.`,
});

/** The websockets of API v1. Those of output are at addresses that also have server-sent events. */
export const socketNotes = (): SocketNotes => ({
  [`${API}/jobConnectbyid/{jobId}`]: output('openJobOutput', 'a job'),
  [`${API}/jobConnectbyname/{jobName}`]: output('openClusterOutput', "a cluster's jobs"),
  [`${API}/jobStatusStream/{jobId}`]: status('openJobStatus', 100),
  [`${API}/jobstatus/{jobId}`]: status('openShortJobStatus', 25),
});
