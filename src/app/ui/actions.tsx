import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useTexts } from '../text/language.ts';
import { Button, buttonClass, IconButton } from './button.tsx';
import { classes } from './classes.ts';
import { Menu, MenuItem, MenuLine } from './menu.tsx';
import { type Action, useActions } from './open-actions.ts';
import { uiTexts } from './texts.ts';

type Props = {
  /** What they are done with. Undefined if it is nothing that can be opened. */
  id: string | undefined;
  actions: readonly (Action | false | null)[];
};

/** What can be done with something that is open: buttons on its page, and the first commands of the palette. */
export function Actions({ id, actions }: Props) {
  const t = useTexts(uiTexts);
  const offered = actions.filter((one) => one !== false && one !== null);
  useActions(id, offered);
  const inMenu = offered.filter(({ isInMenu }) => isInMenu);
  return (
    <>
      {offered.map((action) =>
        action.isInMenu ? null : <ActionButton action={action} key={action.label} />,
      )}
      {inMenu.length > 0 ? (
        <Menu trigger={<IconButton icon="dots" label={t.moreActions} />}>
          {inMenu.map((action) => (
            <Fragment key={action.label}>
              {action.isDangerous ? <MenuLine /> : null}
              <ActionItem action={action} />
            </Fragment>
          ))}
        </Menu>
      ) : null}
    </>
  );
}

function ActionButton({ action }: { action: Action }) {
  const { label, icon, look, isBusy, isDisabled } = action;
  if ('link' in action) {
    return (
      <Link
        // At the bottom of a drawer on a telephone, it is as wide as the buttons.
        className={classes(buttonClass(look), 'max-sm:in-[footer]:flex-1')}
        search={action.link.search as never}
        to={action.link.path}
      >
        {label}
      </Link>
    );
  }
  if ('copies' in action) return null;
  return (
    <Button
      disabled={isDisabled}
      icon={icon}
      isBusy={isBusy ?? false}
      look={look}
      onClick={action.run}
    >
      {label}
    </Button>
  );
}

function ActionItem({ action }: { action: Action }) {
  const { label, icon, isDangerous, isDisabled } = action;
  if (!('run' in action)) return null;
  return (
    <MenuItem
      icon={icon}
      isDangerous={isDangerous ?? false}
      isDisabled={isDisabled ?? false}
      onSelect={action.run}
    >
      {label}
    </MenuItem>
  );
}
