/** The lane `airflow`: the provider of Apache Airflow, checked, built, and used by a real Airflow on a running service. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { step } from '../lib/console.mjs';
import { AIRFLOW_PROVIDER } from '../lib/airflow.mjs';
import { pythonPrograms, whyNoPython } from '../lib/python.mjs';

/** The programs that check and build the package. */
const TOOLS = ['hatchling==1.33.0', 'mypy==2.4.1', 'ruff==0.17.6'];

/** Returns the exact versions of Airflow and all that it depends on: Airflow itself leaves them open. */
function airflowPackages() {
  const text = readFileSync(join(AIRFLOW_PROVIDER, 'tests', 'requirements.txt'), 'utf8');
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

export async function prepare() {
  const reason = whyNoPython();
  if (reason) return { skip: reason };
  const programs = await step('Airflow', () => pythonPrograms([...TOOLS, ...airflowPackages()]));
  return { env: { PORTOLAN_PYTHON: programs } };
}
