import type { SocketNotes } from '@portolan/service';
import { API_PATH } from '../http/api-path';

const output = (id: string, whose: string): SocketNotes[string] => ({
  id,
  summary: `The merged output of ${whose}, live, as a websocket`,
  tag: 'streams',
  frames:
    'One message per text frame; a ping reports the number of lost messages. Close code 4404: the job or cluster is unknown; 4400: the workers refuse the parameters.',
});

const status = (id: string, recent: number): SocketNotes[string] => ({
  id,
  summary: 'The events of a job, live',
  tag: 'streams',
  frames: `One event per text frame, as JSON, beginning with the last ${recent}. An unknown job has no events.`,
});

/** The websockets of API v1. Those of output are at addresses that also have server-sent events. */
export const socketNotes: SocketNotes = {
  [`/${API_PATH}/jobConnectbyid/{jobId}`]: output('openJobOutput', 'a job'),
  [`/${API_PATH}/jobConnectbyname/{jobName}`]: output('openClusterOutput', "a cluster's jobs"),
  [`/${API_PATH}/jobStatusStream/{jobId}`]: status('openJobStatus', 100),
  [`/${API_PATH}/job/status/{jobId}`]: status('openJobStatusOlder', 100),
  [`/${API_PATH}/jobstatus/{jobId}`]: status('openShortJobStatus', 25),
};
