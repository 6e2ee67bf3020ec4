/** The lane `python`: the Python client, built, installed into an empty environment and used on running services. */
import { step } from '../lib/console.mjs';
import { pythonPrograms, whyNoPython } from '../lib/python.mjs';

/** The programs that check and build the package, and its dependencies, whose types they need. */
const PACKAGES = [
  'hatchling==1.33.0',
  'mypy==2.4.1',
  'pytest==9.2.0',
  'ruff==0.17.6',
  'httpx==0.28.1',
  'attrs==26.1.0',
];

export async function prepare() {
  const reason = whyNoPython();
  if (reason) return { skip: reason };
  const programs = await step('Python programs', () => pythonPrograms(PACKAGES));
  return { env: { PORTOLAN_PYTHON: programs } };
}
