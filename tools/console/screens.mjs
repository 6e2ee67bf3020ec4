/** Every screen of the console, on a system filled by content.mjs. */

/** Addresses by name; an address may need what the system was filled with. */
export const SCREENS = {
  overview: () => '/',
  jobs: () => '/jobs',
  'jobs, none found': () => '/jobs?name=nothing',
  'job that succeeded': () => '/jobs/greeting',
  'job that failed': () => '/jobs/broken',
  array: () => '/jobs/sweep',
  output: () => '/jobs/greeting?tab=output',
  files: () => '/jobs/greeting?tab=files',
  request: () => '/jobs/greeting?tab=request',
  selection: () => '/jobs/greeting?tab=selection',
  dependencies: () => '/jobs/report?tab=dependencies',
  'hostile job': () => '/jobs/hostile',
  submit: () => '/submit',
  schedules: () => '/schedules',
  schedule: () => '/schedules/hourly-sync',
  'fires of a schedule': () => '/schedules/hourly-sync?tab=fires',
  'editor of a schedule': () => '/schedules/nightly-report?tab=edit',
  'new schedule': () => '/schedules/new',
  registry: () => '/registry',
  commands: () => '/registry?tab=commands',
  command: () => '/registry/commands/bash',
  'editor of a cluster': () => '/registry/clusters/workstation?tab=edit',
  'new application': () => '/registry/applications/new',
  'live output': ({ stream }) => `/streams/${stream}?tab=output&sample=0`,
  nodes: () => '/nodes',
  collections: () => '/explorer',
  explorer: () => '/explorer?collection=view/instances',
  resource: () => '/explorer/view/instances/i-0db000001',
  changes: () => '/changes?collection=view/instances',
  streams: () => '/streams',
  stream: ({ stream }) => `/streams/${stream}`,
  'no such screen': () => '/nowhere',
};

/** Opens a screen and waits until nothing of it is on its way. */
export async function show(page, url) {
  await page.goto(url);
  await page.locator('main h1, main h2').first().waitFor();
  await page.waitForFunction(
    () => document.querySelectorAll('[aria-label="Loading"], .skeleton').length === 0,
  );
}

const DARK = { colorScheme: 'dark' };
const NARROW = { width: 390, height: 844, ...DARK };

/** Waits until the plots of a stream's stages are lines that can be seen. */
const readSeveralTimes = (page) =>
  page.waitForFunction(() => {
    const lines = [...document.querySelectorAll('.sparkline path')];
    return lines.length > 0 && lines.every((line) => line.getAttribute('d').split('L').length > 8);
  });

/** The pictures of docs/console.md by the name of their file: an address and a window. */
export const PICTURES = {
  overview: { path: SCREENS.overview },
  'overview-dark': { path: SCREENS.overview, ...DARK },
  jobs: { path: SCREENS.jobs },
  'jobs-narrow': { path: SCREENS.jobs, ...NARROW },
  job: { path: SCREENS['job that succeeded'] },
  'job-failed': { path: SCREENS['job that failed'] },
  'job-array': { path: SCREENS.array },
  'job-output': { path: SCREENS.output, ...DARK },
  'job-files': { path: SCREENS.files },
  'job-selection': { path: SCREENS.selection },
  'job-dependencies': { path: SCREENS.dependencies },
  submit: { path: SCREENS.submit },
  schedules: { path: SCREENS.schedules },
  schedule: { path: SCREENS.schedule },
  'schedule-edit': { path: SCREENS['editor of a schedule'] },
  registry: { path: SCREENS.commands },
  command: { path: SCREENS.command },
  nodes: { path: SCREENS.nodes },
  explorer: { path: SCREENS.explorer },
  'explorer-dark': { path: SCREENS.explorer, ...DARK },
  resource: { path: SCREENS.resource },
  changes: { path: SCREENS.changes },
  streams: { path: SCREENS.streams },
  stream: { path: SCREENS.stream, act: readSeveralTimes },
  // The example lacks a parameter that it requires.
  'stream-failed': { path: () => '/streams/event-windows-1' },
  'stream-events': { path: () => '/streams/event-windows-1?tab=events' },
  'stream-output': { path: ({ stream }) => `/streams/${stream}?tab=output&sample=0`, ...DARK },
  'stream-narrow': { path: SCREENS.stream, act: readSeveralTimes, ...NARROW },
};
