import { classes } from './classes.ts';
import { Icon, type IconName } from './icon.tsx';

type Props = {
  text: string;
  /** An icon to show instead of the letters. */
  icon?: IconName | undefined;
  /** For the head of a page. */
  isLarge?: boolean;
};

/** The initials of a person, in place of a picture. */
export function Initials({ text, icon, isLarge = false }: Props) {
  const [first = '', second = ''] = text.split(/[\s.@_-]+/).filter(Boolean);
  return (
    <span
      aria-hidden="true"
      className={classes(
        'grid shrink-0 place-items-center rounded-full border border-accent-text/25 bg-accent-wash font-medium text-accent-text uppercase',
        isLarge ? 'size-11 text-base' : 'size-6 text-xs',
      )}
    >
      {icon ? (
        <Icon name={icon} size={isLarge ? 20 : 14} />
      ) : (
        `${first.slice(0, 1)}${second.slice(0, 1)}`
      )}
    </span>
  );
}
