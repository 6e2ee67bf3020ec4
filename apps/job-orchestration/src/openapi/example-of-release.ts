import { genieTags, shownPageSize, type Compatibility } from '../compatibility/genie';
import { isSystemTag } from '../criteria/system-tags';
import { JobStatus, statusIn } from '../jobs/job-status';
import { DEFAULT_SIZE } from '../query/paging';
import { ENDPOINTS, MISSING_JOB_FILTERS, type Release } from '../releases/release-table';

/** A schema of the document: the keywords that releases change, and those that lead to other schemas. */
export interface Node {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  pattern?: string;
  properties?: Record<string, Node>;
  required?: string[];
  items?: Node;
  anyOf?: Node[];
  if?: Node;
  then?: Node;
}

/** The release and the conventions of an example, and the schemas of the document by name. */
export interface ExampleContext {
  release: Release;
  compatibility: Compatibility;
  schemas: Readonly<Record<string, Node>>;
}

type Fields = Record<string, unknown>;

/** Values of fields that only earlier releases require or store. */
const EARLIER_VALUES = { executable: 'bash -c', checkDelay: 5000 };

/** Returns an example of the newest release as the context's release has it: with the fields, states and links of its schema. */
export function exampleIn(context: ExampleContext, example: unknown, schema: Node = {}): unknown {
  const node = resolved(context, schema);
  if (Array.isArray(example)) return example.map((one) => exampleIn(context, one, node.items));
  if (typeof example === 'string') return stateIn(context, example, node);
  const { properties } = node;
  if (typeof example !== 'object' || example === null || !properties) return example;
  const kept = Object.entries(example).filter(([name]) => Object.hasOwn(properties, name));
  const fields = kept.map(([name, value]) => [name, fieldIn(context, name, value, properties[name])]);
  const shown = { ...(Object.fromEntries(fields) as Fields), ...earlierValues(context, node) };
  return 'totalElements' in shown
    ? { ...shown, size: shownPageSize(context.compatibility, Number(shown.size), DEFAULT_SIZE) }
    : shown;
}

/** Follows references, and chooses the alternative that is not null. */
function resolved(context: ExampleContext, schema: Node): Node {
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined) return resolved(context, context.schemas[name] ?? {});
  const choice = schema.anyOf?.find(({ type }) => type !== 'null');
  return choice?.$ref === undefined ? schema : resolved(context, choice);
}

const STATES: readonly string[] = Object.values(JobStatus);

const stateIn = ({ release }: ExampleContext, text: string, { enum: choices }: Node): string =>
  choices && !choices.includes(text) && STATES.includes(text) ? statusIn(release, text as JobStatus) : text;

function fieldIn(context: ExampleContext, name: string, value: unknown, schema: Node | undefined): unknown {
  if (name === '_links') return linksIn(context, value as Record<string, { href: string }>);
  if (name === 'tags' && Array.isArray(value)) return tagsIn(context, value as string[]);
  if (name === 'genie') return { version: context.release };
  return exampleIn(context, value, schema);
}

function earlierValues({ release }: ExampleContext, { properties = {}, required = [] }: Node): Fields {
  if (release === '4.3') return {};
  const fits = ([name]: [string, unknown]): boolean => name in properties && required.includes(name);
  return Object.fromEntries(Object.entries(EARLIER_VALUES).filter(fits));
}

function linksIn({ release }: ExampleContext, links: Record<string, { href: string }>): Fields {
  const missing = MISSING_JOB_FILTERS[release];
  const known = (names: string): string =>
    names
      .split(',')
      .filter((name) => !missing.includes(name))
      .join();
  return Object.fromEntries(
    Object.entries(links)
      .filter(([relation]) => relation !== 'metadata' || ENDPOINTS[release].jobMetadata)
      .map(([relation, link]) => {
        const href = link.href.replace(/\{\?([^}]*)\}/, (_, names: string) => `{?${known(names)}}`);
        return [relation, { ...link, href }];
      }),
  );
}

function tagsIn({ compatibility }: ExampleContext, tags: readonly string[]): string[] {
  return [...tags, ...genieTags(compatibility, tags.filter(isSystemTag))];
}
