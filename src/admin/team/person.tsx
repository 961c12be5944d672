import { Initials } from '../ui/initials.tsx';

type Props = {
  name: string | null | undefined;
  email?: string | null | undefined;
  id: string | null;
};

/** Who it is, as far as it may be seen. */
export function Person({ name, email, id }: Props) {
  const text = name ?? email ?? id ?? '–';
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Initials text={text} />
      <span className="truncate">{text}</span>
    </span>
  );
}
