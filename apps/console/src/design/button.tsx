import type { ComponentProps, ReactNode } from 'react';

/** A button that acts on the page. `isOn` makes it a switch, which is shown pressed while it is on. */
export const Button = ({
  kind,
  isOn,
  ...props
}: {
  kind?: 'primary' | 'quiet' | 'small' | 'quiet small';
  isOn?: boolean;
} & Omit<ComponentProps<'button'>, 'className' | 'type'>): ReactNode => (
  <button className={kind ? `button ${kind}` : 'button'} type="button" aria-pressed={isOn} {...props} />
);

/** A group of small buttons, one for each value. @param names the words of the buttons. @default the values */
export const Choices = <Value extends string>({
  label,
  of,
  names,
  chosen,
  choose,
}: {
  label: string;
  of: readonly Value[];
  names?: Readonly<Record<Value, string>>;
  chosen: readonly (string | null)[];
  choose: (value: Value) => void;
}): ReactNode => (
  <span className="actions" role="group" aria-label={label}>
    {of.map((value) => (
      <Button key={value} kind="small" isOn={chosen.includes(value)} onClick={() => choose(value)}>
        {names?.[value] ?? value}
      </Button>
    ))}
  </span>
);
