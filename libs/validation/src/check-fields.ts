import {
  ValidationTypes,
  getMetadataStorage,
  type ValidationArguments,
  type ValidatorConstraintInterface,
} from 'class-validator';
import { pathOf } from './copy-fields';
import { fieldsOf, type ClassConstructor } from './declared-fields';
import type { FieldError, FieldErrorKind } from './field-error';

/** Rules about a value's JSON type, not its size; an enumeration counts as a type. */
const TYPE_RULES: ReadonlySet<string> = new Set([
  'isString',
  'isNumber',
  'isInt',
  'isBoolean',
  'isArray',
  'isObject',
  'isEnum',
  'isIn',
  'isJsonObject',
  'isBooleanString',
  'isNumberString',
]);

type Metadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];
type Condition = (object: object, value: unknown) => boolean;

interface Rule {
  name: string;
  metadata: Metadata;
  constraint: ValidatorConstraintInterface;
}

interface FieldRules {
  property: string;
  /** The field is judged when all of them hold. */
  conditions: Condition[];
  rules: Rule[];
  /** The value, or each entry of it, is checked by the rules of its own class. */
  isNested: boolean;
  /** Any broken rule is an error of the kind `type`. */
  isStrict: boolean;
}

/** class-validator looks the rules of a class up for every object, among those of all classes; here it is done once. */
const known = new WeakMap<ClassConstructor<object>, readonly FieldRules[]>();

function rulesOf(type: ClassConstructor<object>): readonly FieldRules[] {
  const before = known.get(type);
  if (before) return before;
  const storage = getMetadataStorage();
  const fields = new Map<string, FieldRules>();
  for (const metadata of storage.getTargetValidationMetadatas(type, '', false, false)) {
    const property = metadata.propertyName;
    const isStrict = fieldsOf(type).readings.get(property)?.strict === true;
    const field = fields.get(property) ?? { property, conditions: [], rules: [], isNested: false, isStrict };
    fields.set(property, field);
    if (metadata.type === ValidationTypes.NESTED_VALIDATION) field.isNested = true;
    else if (metadata.type === ValidationTypes.CONDITIONAL_VALIDATION)
      field.conditions.push(metadata.constraints[0] as Condition);
    else {
      for (const { name, instance } of storage.getTargetValidatorConstraints(metadata.constraintCls))
        field.rules.push({ name, metadata, constraint: instance });
    }
  }
  const rules = [...fields.values()];
  known.set(type, rules);
  return rules;
}

/**
 * Checks an object and those inside it. Returns one entry per broken field, in the order of the class: of several broken rules
 * the most basic one. A number where a string belongs is a wrong type, not also a string that is too short.
 */
export function checkFields(object: object, parent = '', strict = false): FieldError[] {
  const errors: FieldError[] = [];
  const type = object.constructor as ClassConstructor<object>;
  for (const { property, conditions, rules, isNested, isStrict } of rulesOf(type)) {
    const value = (object as Record<string, unknown>)[property];
    if (!conditions.every((holds) => holds(object, value))) continue;
    const broken = brokenRule(rules, object, value);
    const path = pathOf(parent, property);
    if (broken) {
      const error = describe(broken, object, value, path, strict || isStrict);
      errors.push(error);
      // A value of the wrong type has no fields that could be wrong too.
      if (error.kind !== 'constraint') continue;
    }
    if (isNested) errors.push(...checkNested(value, path, strict || isStrict));
  }
  return errors;
}

const SHOWN_LENGTH = 40;

function checkNested(value: unknown, path: string, strict: boolean): FieldError[] {
  if (Array.isArray(value))
    return value.flatMap((entry, index) => checkNested(entry, `${path}[${index}]`, strict));
  return typeof value === 'object' && value !== null ? checkFields(value, path, strict) : [];
}

/** Returns the first broken rule that speaks of a type, or else the first one. */
function brokenRule(rules: readonly Rule[], object: object, value: unknown): Rule | undefined {
  let first: Rule | undefined;
  for (const rule of rules) {
    if (isSatisfied(rule, object, value)) continue;
    if (TYPE_RULES.has(rule.name)) return rule;
    first ??= rule;
  }
  return first;
}

function isSatisfied({ metadata, constraint }: Rule, object: object, value: unknown): boolean {
  const given = argumentsOf(metadata, object, value);
  // No rule here is asynchronous.
  const isValid = (one: unknown): boolean => constraint.validate(one, given) as boolean;
  return metadata.each && Array.isArray(value) ? value.every(isValid) : isValid(value);
}

const argumentsOf = (metadata: Metadata, object: object, value: unknown): ValidationArguments => ({
  targetName: object.constructor.name,
  property: metadata.propertyName,
  object,
  value,
  constraints: metadata.constraints,
});

function describe(broken: Rule, object: object, value: unknown, field: string, strict: boolean): FieldError {
  const { name: rule, metadata, constraint } = broken;
  const given = argumentsOf(metadata, object, value);
  const { message: own } = metadata;
  const template = (typeof own === 'function' ? own(given) : own) ?? constraint.defaultMessage?.(given) ?? '';
  // A message of its own speaks of the whole list.
  const at = own === undefined ? placeOf(broken, given, field) : field;
  const message = template
    .replace(/^each value in /, '')
    .replace(/\$(?:property|value|constraint(\d))/g, (token, number?: string) => {
      if (number !== undefined) return shown(metadata.constraints[Number(number) - 1]);
      return token === '$value' ? String(value).slice(0, SHOWN_LENGTH) : metadata.propertyName;
    });
  const kind = kindOf(value, rule, strict);
  return { field, kind, rule, message: inWords(kind, qualify(message, metadata.propertyName, at), at) };
}

/** Returns the path of the entry that breaks a rule about each of them; else that of the field. */
function placeOf({ metadata, constraint }: Rule, given: ValidationArguments, field: string): string {
  const value: unknown = given.value;
  if (!metadata.each || !Array.isArray(value)) return field;
  return `${field}[${value.findIndex((one) => !(constraint.validate(one, given) as boolean))}]`;
}

const shown = (constraint: unknown): string =>
  Array.isArray(constraint) ? constraint.join(', ') : String(constraint);

function kindOf(value: unknown, rule: string, strict: boolean): FieldErrorKind {
  if (value === undefined) return 'absent';
  if (strict) return 'type';
  if (value === null) return 'constraint';
  return TYPE_RULES.has(rule) ? 'type' : 'constraint';
}

/** Extends the message for an absent field: it is required, and must be of the given type. */
function inWords(kind: FieldErrorKind, message: string, field: string): string {
  const rest = message.startsWith(`${field} must be `) ? message.slice(field.length) : undefined;
  return kind === 'absent' && rest !== undefined ? `${field} is required and${rest}` : message;
}

/** class-validator names the last property only; a client needs the whole path. */
const qualify = (message: string, property: string, field: string): string =>
  message.startsWith(property) ? field + message.slice(property.length) : message;
