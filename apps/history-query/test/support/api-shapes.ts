/** Kinds of values in the description of an API that comes with its client library. */
const Kind = { List: 1, Map: 2, Structure: 3, Operation: 9 } as const;
const FIRST_TIME = 4;
const LAST_TIME = 7;
const BLOB = 21;
const LIST_OF = 64;
const MAP_OF = 128;

/** The contents of examples. */
interface Values {
  time: () => Date;
  text: () => string;
}

/** A value as the API describes it. */
export class Shape {
  private readonly description: unknown;

  constructor(reference: unknown) {
    let found = reference;
    // References are functions; `[reference, traits]` adds traits; `[0, namespace, name, traits, reference]` a name.
    for (;;) {
      if (typeof found === 'function') found = (found as () => unknown)();
      else if (Array.isArray(found) && found.length === 2) found = found[0];
      else if (Array.isArray(found) && found[0] === 0) found = found[4];
      else break;
    }
    this.description = found;
  }

  get isMap(): boolean {
    if (typeof this.description === 'number') return this.description >= MAP_OF;
    return this.kind === Kind.Map;
  }

  /** Fields of a structure. */
  get members(): Record<string, Shape> {
    if (this.kind !== Kind.Structure || !Array.isArray(this.description)) return {};
    const [names, shapes] = this.description.slice(4) as [string[], unknown[]];
    return Object.fromEntries(names.map((name, index) => [name, new Shape(shapes[index])]));
  }

  /** Paths of the values below this one that match. */
  below(matches: (shape: Shape) => boolean, path = '', seen: readonly unknown[] = []): string[] {
    if (seen.includes(this.description) && typeof this.description === 'object') return [];
    const within = [...seen, this.description];
    const own = matches(this) ? [path] : [];
    const element = this.element?.below(matches, path, within) ?? [];
    const fields = Object.entries(this.members).flatMap(([name, shape]) =>
      shape.below(matches, path === '' ? name : `${path}.${name}`, within),
    );
    return [...own, ...element, ...fields];
  }

  /** A value with every field that there can be. */
  example(values: Values, seen: readonly unknown[] = []): unknown {
    const { description, element } = this;
    if (typeof description === 'number' && !element) return simple(description, values);
    if (seen.includes(description) && typeof description === 'object') return undefined;
    const within = [...seen, description];
    if (element)
      return this.isMap ? { key: element.example(values, within) } : [element.example(values, within)];
    const fields = Object.entries(this.members).map(([name, shape]) => [name, shape.example(values, within)]);
    return this.kind === Kind.Structure ? (Object.fromEntries(fields) as object) : values.text();
  }

  private get kind(): unknown {
    return Array.isArray(this.description) ? (this.description[0] as unknown) : undefined;
  }

  /** The shape of the entries of a list or map. */
  private get element(): Shape | undefined {
    const { description } = this;
    if (typeof description === 'number') {
      if (description >= MAP_OF) return new Shape(description - MAP_OF);
      return description >= LIST_OF ? new Shape(description - LIST_OF) : undefined;
    }
    if (!Array.isArray(description)) return undefined;
    if (this.kind === Kind.List) return new Shape(description[4]);
    return this.kind === Kind.Map ? new Shape(description[5]) : undefined;
  }
}

function simple(description: number, { time, text }: Values): unknown {
  if (description >= FIRST_TIME && description <= LAST_TIME) return time();
  return description === BLOB ? new Uint8Array() : text();
}

/** Input and output of an operation. */
export function operationShapes(
  library: Readonly<Record<string, unknown>>,
  operation: string,
): { input: Shape; output: Shape } {
  const Command = library[`${operation}Command`] as
    (new (input: object) => { schema: unknown[] }) | undefined;
  if (!Command) throw new Error(`the API has no operation ${operation}`);
  const { schema } = new Command({});
  if (schema[0] !== Kind.Operation) throw new Error(`${operation} is not described`);
  return { input: new Shape(schema[4]), output: new Shape(schema[5]) };
}
