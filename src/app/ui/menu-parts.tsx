import { Menu as Base } from '@base-ui/react/menu';
import type { ButtonHTMLAttributes, ReactElement, ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon, type IconName } from './icon.tsx';
import { topDialogRef } from './top-dialog.ts';

export type MenuProps = {
  /** The button that opens it. */
  trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
  align?: 'start' | 'end';
  side?: 'top' | 'bottom';
  children: ReactNode;
};

/** A menu that is open from the start, because it replaces a plain button at the button's first click. */
export function OpenMenu({ trigger, align = 'end', side = 'bottom', children }: MenuProps) {
  return (
    <Base.Root defaultOpen>
      <Base.Trigger render={trigger} />
      <Base.Portal container={topDialogRef}>
        <Base.Positioner
          align={align}
          className="z-40 outline-none"
          positionMethod="fixed"
          side={side}
          sideOffset={4}
        >
          <Base.Popup className="rise min-w-48 max-w-72 rounded-lg bg-card p-1 text-sm shadow-lg outline-none">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

const item =
  'flex h-8 w-full cursor-default items-center gap-2 rounded-md px-2 outline-none select-none data-[disabled]:opacity-50 data-[highlighted]:bg-hover';

export type ItemProps = {
  icon?: IconName | undefined;
  onSelect: () => void;
  isDangerous?: boolean;
  isDisabled?: boolean;
  isChosen?: boolean;
  children: ReactNode;
};

export function MenuItem(props: ItemProps) {
  const { icon, onSelect, isDangerous = false, isDisabled = false, isChosen, children } = props;
  return (
    <Base.Item
      className={classes(item, isDangerous ? 'text-bad' : 'text-ink')}
      disabled={isDisabled}
      onClick={onSelect}
    >
      {icon ? <Icon className={isDangerous ? '' : 'text-soft'} name={icon} /> : null}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {isChosen ? <Icon name="check" /> : null}
    </Base.Item>
  );
}

export type LinkProps = { icon: IconName; href: string; children: ReactNode };

export function MenuLink({ icon, href, children }: LinkProps) {
  return (
    <Base.LinkItem className={classes(item, 'text-ink')} href={href} rel="noopener" target="_blank">
      <Icon className="text-soft" name={icon} />
      <span className="min-w-0 flex-1 truncate">{children}</span>
      <Icon className="text-faint" name="external" size={14} />
    </Base.LinkItem>
  );
}

export function MenuLine() {
  return <Base.Separator className="-mx-1 my-1 h-px bg-line" />;
}

export type GroupProps = { label: string; children: ReactNode };

export function MenuGroup({ label, children }: GroupProps) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 py-1.5 text-xs font-medium text-soft">
        {label}
      </Base.GroupLabel>
      {children}
    </Base.Group>
  );
}
