type Node = Readonly<Record<string, unknown>>;

/**
 * Reports whether a schema of an OpenAPI 3.1 document allows a value, by its restricting keywords: types, choices,
 * patterns, bounds, required fields.
 */
export function fitsSchema(value: unknown, schema: Node, document: Node): boolean {
  const { $ref, anyOf, allOf, not, type, ...rule } = schema as {
    $ref?: string;
    anyOf?: Node[];
    allOf?: Node[];
    not?: Node;
    if?: Node;
    then?: Node;
  } & Node;
  const fits = (one: Node): boolean => fitsSchema(value, one, document);
  if ($ref !== undefined) return fits(find(document, $ref));
  if (anyOf && !anyOf.some(fits)) return false;
  if (allOf && !allOf.every(fits)) return false;
  if (not && fits(not)) return false;
  if (rule.if && rule.then && fits(rule.if) && !fits(rule.then)) return false;
  const types = [type ?? []].flat() as string[];
  if (types.length > 0 && !types.some((one) => isOf(one, value))) return false;
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return false;
  if (typeof value === 'string') return textFits(value, schema);
  if (typeof value === 'number') return numberFits(value, schema);
  if (Array.isArray(value)) return listFits(value, schema, document);
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
  if (type === 'null') return value === null;
  return typeof value === type && value !== null && !Array.isArray(value);
}

function textFits(text: string, { pattern, minLength = 0, maxLength = Infinity }: Node): boolean {
  const { length } = [...text];
  if (length < (minLength as number) || length > (maxLength as number)) return false;
  return typeof pattern !== 'string' || new RegExp(pattern).test(text);
}

function numberFits(
  value: number,
  {
    minimum = -Infinity,
    maximum = Infinity,
    exclusiveMinimum = -Infinity,
    exclusiveMaximum = Infinity,
  }: Node,
): boolean {
  return (
    value <= (maximum as number) &&
    value >= (minimum as number) &&
    value < (exclusiveMaximum as number) &&
    value > (exclusiveMinimum as number)
  );
}

function listFits(
  list: readonly unknown[],
  { items = {}, minItems = 0, maxItems = Infinity }: Node,
  document: Node,
): boolean {
  if (list.length < (minItems as number) || list.length > (maxItems as number)) return false;
  return list.every((one) => fitsSchema(one, items as Node, document));
}

function objectFits(
  value: Node,
  { required = [], properties = {}, additionalProperties = true }: Node,
  document: Node,
): boolean {
  const known = properties as Readonly<Record<string, Node>>;
  const others = typeof additionalProperties === 'object' ? (additionalProperties as Node) : {};
  return (
    (required as string[]).every((name) => value[name] !== undefined) &&
    Object.entries(value).every(([name, one]) => {
      if (one === undefined) return true;
      if (!Object.hasOwn(known, name) && additionalProperties === false) return false;
      return fitsSchema(one, Object.hasOwn(known, name) ? known[name]! : others, document);
    })
  );
}
