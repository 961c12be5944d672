import { cloneElement, type KeyboardEvent } from 'react';
import { idlePart } from './late-part.ts';
import type { GroupProps, ItemProps, LinkProps, MenuProps } from './menu-parts.tsx';
import { useOpening } from './use-opening.ts';

const parts = idlePart(() => import('./menu-parts.tsx'));

/**
 * A menu with the usual keys: arrows, letters, Home, End and Escape. Until its first opening it is a plain button,
 * because the code of the menu is as large as half the shell.
 */
export function Menu(props: MenuProps) {
  const { opened, open } = useOpening(parts);
  if (opened) return <opened.OpenMenu {...props} />;
  return cloneElement(props.trigger, {
    'aria-expanded': false,
    'aria-haspopup': 'menu',
    onClick: open,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown') return;
      // A list around it would go to its next row.
      event.preventDefault();
      event.stopPropagation();
      open();
    },
  });
}

export function MenuItem(props: ItemProps) {
  const Part = parts.loaded()?.MenuItem;
  return Part ? <Part {...props} /> : null;
}

/** A link to another site, in a new tab. */
export function MenuLink(props: LinkProps) {
  const Part = parts.loaded()?.MenuLink;
  return Part ? <Part {...props} /> : null;
}

export function MenuLine() {
  const Part = parts.loaded()?.MenuLine;
  return Part ? <Part /> : null;
}

export function MenuGroup(props: GroupProps) {
  const Part = parts.loaded()?.MenuGroup;
  return Part ? <Part {...props} /> : null;
}
