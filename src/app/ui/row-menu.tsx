import { useLanguage, useTexts } from '../text/language.ts';
import { IconButton } from './button.tsx';
import { copyText } from './copy.ts';
import type { IconName } from './icon.tsx';
import { Menu, MenuItem, MenuLine } from './menu.tsx';
import { uiTexts } from './texts.ts';

/** Something that is done often with a row, without opening it. */
export type Verb = { label: string; icon: IconName; isDangerous?: boolean; run: () => void };

/** How wide its button is, in pixels. */
export const ROW_MENU = 28;

type Props = {
  verbs: readonly Verb[];
  /** The id of the element that names the row. */
  rowId: string;
  /** What people copy to find the row elsewhere. */
  rowKey: string;
};

function item({ label, icon, isDangerous = false, run }: Verb) {
  return (
    <MenuItem icon={icon} isDangerous={isDangerous} key={label} onSelect={run}>
      {label}
    </MenuItem>
  );
}

/** What can be done with a row, in the room that its table keeps at the end of it. */
export function RowMenu({ verbs, rowId, rowKey }: Props) {
  const t = useTexts(uiTexts);
  const language = useLanguage();
  const button = <IconButton aria-describedby={rowId} icon="dots" label={t.actions} />;
  const dangerous = verbs.filter(({ isDangerous }) => isDangerous);
  return (
    <span className="absolute inset-y-0 right-2 my-auto h-7">
      <Menu trigger={button}>
        {verbs.map((verb) => (verb.isDangerous ? null : item(verb)))}
        {item({ label: t.copyId, icon: 'copy', run: () => copyText(rowKey, language) })}
        {dangerous.length > 0 ? <MenuLine /> : null}
        {dangerous.map(item)}
      </Menu>
    </span>
  );
}
