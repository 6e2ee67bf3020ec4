type Node = Readonly<Record<string, unknown>>;

/**
 * Whether a schema of an OpenAPI 3.0 document allows a value, by the keywords that say what is refused: types, choices,
 * patterns, least lengths, required fields.
 */
export function fitsSchema(value: unknown, schema: Node, document: Node): boolean {
  const { $ref, anyOf, allOf, type, nullable } = schema as {
    $ref?: string;
    anyOf?: Node[];
    allOf?: Node[];
  } & Node;
  const fits = (one: Node): boolean => fitsSchema(value, one, document);
  if ($ref !== undefined) return fits(find(document, $ref));
  if (value === null && nullable === true) return true;
  if (anyOf && !anyOf.some(fits)) return false;
  if (allOf && !allOf.every(fits)) return false;
  if (type !== undefined && !isOf(type as string, value)) return false;
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return false;
  if (typeof value === 'string') return textFits(value, schema);
  if (Array.isArray(value))
    return value.every((one) => fitsSchema(one, (schema.items ?? {}) as Node, document));
  return typeof value !== 'object' || value === null || objectFits(value as Node, schema, document);
}

const find = (document: Node, reference: string): Node =>
  reference
    .split('/')
    .slice(1)
    .reduce((node, name) => node[name] as Node, document);

function isOf(type: string, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  return typeof value === type && value !== null && !Array.isArray(value);
}

const textFits = (text: string, { pattern, minLength = 0 }: Node): boolean =>
  text.length >= (minLength as number) && (typeof pattern !== 'string' || new RegExp(pattern).test(text));

function objectFits(value: Node, { required = [], properties = {} }: Node, document: Node): boolean {
  const known = properties as Readonly<Record<string, Node>>;
  return (
    (required as string[]).every((name) => value[name] !== undefined) &&
    Object.entries(known).every(
      ([name, schema]) => value[name] === undefined || fitsSchema(value[name], schema, document),
    )
  );
}
