/** How a value broke its field's rule: `absent` and `type` are always 400, `constraint` is 412 in v3 and 400 in v1. */
export type FieldErrorKind = 'absent' | 'type' | 'constraint';

/** One field that a client got wrong: where it is, which rule it broke, and what to tell the client. */
export interface FieldError {
  /** Path inside the body: `owner.name`, `clusterCriterias[0].tags`. */
  field: string;
  kind: FieldErrorKind;
  /** Name of the broken rule as class-validator knows it: `isNotEmpty`, `maxLength`, ... */
  rule: string;
  message: string;
}

/** A body, query or message that broke the rules of its class. Carries every field that is wrong. */
export class ValidationFailedError extends Error {
  override readonly name = 'ValidationFailedError';

  constructor(readonly errors: readonly FieldError[]) {
    super(shown(errors.map((error) => error.message)));
  }

  /** The most basic fault: absent before type before constraint. */
  get kind(): FieldErrorKind {
    const kinds = new Set(this.errors.map((error) => error.kind));
    if (kinds.has('absent')) return 'absent';
    return kinds.has('type') ? 'type' : 'constraint';
  }
}

const SHOWN_ERRORS = 20;

const shown = (messages: readonly string[]): string =>
  messages.length <= SHOWN_ERRORS
    ? messages.join('; ')
    : `${messages.slice(0, SHOWN_ERRORS).join('; ')}; and ${messages.length - SHOWN_ERRORS} more`;
