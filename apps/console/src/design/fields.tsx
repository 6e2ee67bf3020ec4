import type { ComponentProps, ReactNode } from 'react';
import { messageOf } from '../api/errors';
import { useAddress } from './address';

/** A field of a form with its label. */
export const Field = ({ label, ...input }: { label: string } & ComponentProps<'input'>): ReactNode => (
  <label className="field">
    <span>{label}</span>
    <input {...input} />
  </label>
);

/** A field whose text is a parameter of the address, such as a filter. */
export function AddressField({
  name,
  label,
  ...input
}: { name: string; label: string } & ComponentProps<'input'>): ReactNode {
  const [search, set] = useAddress();
  return (
    <input
      aria-label={label}
      placeholder={label}
      value={search.get(name) ?? ''}
      onChange={(event) => set({ [name]: event.target.value }, { replace: true })}
      {...input}
    />
  );
}

/** A field for several lines of code. */
export const TextField = ({
  label,
  rows,
  value,
  onText,
}: {
  label: string;
  rows: number;
  value: string;
  onText: (text: string) => void;
}): ReactNode => (
  <label className="field">
    <span>{label}</span>
    <textarea rows={rows} spellCheck={false} value={value} onChange={(event) => onText(event.target.value)} />
  </label>
);

/** The content of a form, or why it cannot be read. */
export type FormContent<T> = { value: T; problem?: undefined } | { value?: undefined; problem: string };

/** Returns what `read` makes of a form; the problem is the message of its error. */
export function contentOf<T>(read: () => T): FormContent<T> {
  try {
    return { value: read() };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}

/** Why a form cannot be read; nothing for one that can. */
export const Problem = ({ of }: { of: FormContent<unknown> }): ReactNode =>
  of.problem !== undefined && (
    <p className="alert" role="alert">
      {of.problem}
    </p>
  );
