import type { ReactNode } from 'react';
import { Initials } from '../ui/initials.tsx';
import { TwoLines } from '../ui/two-lines.tsx';

type Props = {
  name: string | null | undefined;
  email?: string | null | undefined;
  id: string | null;
  /** Shown below the name. */
  more?: ReactNode;
};

/** Name and address of a person, if they may be seen. */
export function Person({ name, email, id, more }: Props) {
  const text = name ?? email ?? id ?? '–';
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Initials text={text} />
      <TwoLines more={more}>{text}</TwoLines>
    </span>
  );
}
