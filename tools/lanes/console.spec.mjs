/** The lane `console`: every screen in a real browser, on services with something to see. The tests share one system. */
import './console/look.spec.mjs';
import './console/overview.spec.mjs';
import './console/jobs.spec.mjs';
import './console/job-page.spec.mjs';
import './console/tasks.spec.mjs';
import './console/amounts.spec.mjs';
import './console/outages.spec.mjs';
import './console/live.spec.mjs';
import './console/login.spec.mjs';
import './console/history.spec.mjs';
import './console/schedules.spec.mjs';
import './console/registry.spec.mjs';
import './console/streams.spec.mjs';
import './console/keyboard.spec.mjs';
import './console/addresses.spec.mjs';
import './console/releases.spec.mjs';
