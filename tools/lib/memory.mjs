/** Resident memory of a service: its process and the helpers it started, without the jobs that run under it. */
import { readFileSync } from 'node:fs';
import { findByEnvironment } from './processes.mjs';
import { HOME } from './settings.mjs';

/** Resident bytes from the text of /proc/<pid>/status. */
export function residentBytes(status) {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}

/** Resident bytes of all processes of a recorded service. */
export function memoryOf(name) {
  const processes = findByEnvironment(
    (env) => env.PORTOLAN_PROCESS === name && env.PORTOLAN_HOME === HOME && !env.PORTOLAN_LAUNCH_ID,
  );
  return processes.reduce((sum, { pid }) => {
    try {
      return sum + residentBytes(readFileSync(`/proc/${pid}/status`, 'utf8'));
    } catch {
      return sum;
    }
  }, 0);
}

/** Bytes as whole megabytes. */
export const megabytes = (bytes) => `${Math.round(bytes / 1024 / 1024)} MB`;
