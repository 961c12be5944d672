import { Icon, type IconName } from './icon.tsx';

type Props = {
  text: string;
  /** An icon to show instead of the letters. */
  icon?: IconName | undefined;
};

/** The initials of a person, in place of a picture. */
export function Initials({ text, icon }: Props) {
  const [first = '', second = ''] = text.split(/[\s.@_-]+/).filter(Boolean);
  return (
    <span
      aria-hidden="true"
      className="grid size-6 shrink-0 place-items-center rounded-full bg-accent-wash text-xs font-medium text-accent-text uppercase"
    >
      {icon ? <Icon name={icon} size={14} /> : `${first.slice(0, 1)}${second.slice(0, 1)}`}
    </span>
  );
}
