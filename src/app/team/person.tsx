import type { ReactNode } from 'react';
import { Initials } from '../ui/initials.tsx';
import { TwoLines } from '../ui/two-lines.tsx';

type Props = {
  name: string | null | undefined;
  email?: string | null | undefined;
  id: string | null;
  /** Below the name where the screen is narrow. */
  more?: ReactNode;
};

/** Who it is, as far as it may be seen. */
export function Person({ name, email, id, more }: Props) {
  const text = name ?? email ?? id ?? '–';
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Initials text={text} />
      {more ? (
        <TwoLines more={more} until="md">
          {text}
        </TwoLines>
      ) : (
        <span className="truncate">{text}</span>
      )}
    </span>
  );
}
