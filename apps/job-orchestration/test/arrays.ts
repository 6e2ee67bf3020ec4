import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { job, type JobsService, type Shown } from './support';

/** The response of `/jobs/{id}/array`. */
interface ArrayView {
  size: number;
  elements: number;
  maxRunning: number | null;
  counts: Record<string, number>;
  failed: number[];
}

/** Submits and reads arrays of a service, which may start later. */
export function arraysOf(ofTests: () => JobsService) {
  const submit = (id: string, array: object, change: object = {}): Promise<string> =>
    ofTests().client.submit({ id, array, ...change });
  const post = (change: object) => ofTests().client.call('POST', '/jobs', job(change));
  const read = async (id: string): Promise<Shown> => (await ofTests().client.get(`/jobs/${id}`)).body;
  const ended = (id: string): Promise<Shown> => ofTests().client.ended(id);
  const kill = (id: string) => ofTests().client.call('DELETE', `/jobs/${id}`);
  const view = async (id: string): Promise<ArrayView> =>
    (await ofTests().client.get<ArrayView>(`/jobs/${id}/array`)).body;
  const rows = <T = object>(sql: string, parameters: unknown[] = []): Promise<T[]> =>
    ofTests().app.get(DataSource, { strict: false }).query<T[]>(sql, parameters);
  /** A command that waits until the file exists. */
  const gate = async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'portolan-gate-')), 'open');
    return { commandArgs: `'until [ -e ${path} ]; do sleep 0.02; done'`, open: () => writeFile(path, '') };
  };
  return { submit, post, read, ended, kill, view, rows, gate };
}
