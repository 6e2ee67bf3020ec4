import { fieldOf, type Json } from '../json';

/** Reads the list at a field of an answer. @throws Error when there is none */
export function listAt(field: string): (answer: Json) => Json[] {
  return (answer) => {
    const list = fieldOf(answer, field);
    if (!Array.isArray(list)) throw new Error(`the answer has no list "${field}"`);
    return list;
  };
}
