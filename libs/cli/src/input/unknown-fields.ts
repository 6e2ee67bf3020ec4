/** The part of an OpenAPI schema that is read here. */
interface Schema {
  $ref?: string;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
}

export type Schemas = Readonly<Record<string, Schema>>;

/** A field that no schema has. */
interface UnknownField {
  /** `retry.limits`, `clusterCriterias[0].tag` */
  path: string;
  name: string;
  /** The fields that are allowed in its place. */
  known: readonly string[];
}

export const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** Returns the schemas that a schema allows, with references and alternatives resolved. */
function shapesOf(schema: Schema, schemas: Schemas): Schema[] {
  if (schema.$ref !== undefined) {
    const target = schemas[schema.$ref.split('/').at(-1) ?? ''];
    return target ? shapesOf(target, schemas) : [];
  }
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [schema, ...parts.flatMap((part) => shapesOf(part, schemas))];
}

/**
 * Finds the fields of a document that none of the alternatives of its schema has. The service checks the values.
 * @param path where the document is
 */
export function unknownFields(value: unknown, schema: Schema, schemas: Schemas, path = ''): UnknownField[] {
  if (typeof value !== 'object' || value === null) return [];
  const shapes = shapesOf(schema, schemas);
  if (Array.isArray(value)) {
    const items = { anyOf: shapes.flatMap((shape) => shape.items ?? []) };
    return value.flatMap((one, index) => unknownFields(one, items, schemas, `${path}[${index}]`));
  }
  const known = [...new Set(shapes.flatMap(({ properties = {} }) => Object.keys(properties)))];
  const isOpen = known.length === 0 || shapes.some(({ additionalProperties }) => additionalProperties);
  return Object.entries(value).flatMap(([name, field]) => {
    const place = path === '' ? name : `${path}.${name}`;
    const fits = shapes.flatMap(({ properties }) => properties?.[name] ?? []);
    if (fits.length > 0) return unknownFields(field, { anyOf: fits }, schemas, place);
    return isOpen ? [] : [{ path: place, name, known }];
  });
}
