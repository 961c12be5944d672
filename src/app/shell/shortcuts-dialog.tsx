import type { Session } from '../session/session.ts';
import { useLanguage, useTexts } from '../text/language.ts';
import { Switch } from '../ui/check.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Keys } from '../ui/keys.tsx';
import { setLetterKeys, useLetterKeys } from '../ui/letter-keys.ts';
import { goKeysOf } from './go-keys.ts';
import { isMac } from './is-mac.ts';
import { listedPages } from './pages-of.ts';
import { shortcutTexts } from './shortcut-texts.ts';

type Row = { keys: string[]; or?: string[]; does: string };
type Group = { title: string; rows: Row[] };

/** Lists all keyboard shortcuts. A switch turns off those of a single letter. */
export function ShortcutsDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const t = useTexts(shortcutTexts);
  const isOn = useLetterKeys();
  const language = useLanguage();
  const { control, enter, leave } = t.keys;
  const palette = [isMac ? '⌘' : control, 'K'];
  const goals = listedPages(session).flatMap(({ path, title }): Row[] => {
    const keys = goKeysOf(path)?.split(' ');
    return keys ? [{ keys, does: title[language] }] : [];
  });
  const groups: Group[] = [
    {
      title: t.everywhere,
      rows: [
        { keys: palette, does: t.palette },
        { keys: ['→'], does: t.verbs },
        { keys: ['/'], does: t.search },
        { keys: ['?'], does: t.sheet },
        { keys: [leave], does: t.close },
      ],
    },
    {
      title: t.lists,
      rows: [
        { keys: ['J'], or: ['↓'], does: t.next },
        { keys: ['K'], or: ['↑'], does: t.previous },
        { keys: [enter], does: t.open },
        { keys: ['→'], does: t.aside },
        { keys: ['X'], does: t.select },
        { keys: ['⇧', 'X'], does: t.selectTo },
        { keys: ['F'], does: t.filter },
        { keys: ['C'], does: t.create },
      ],
    },
    {
      title: t.drawers,
      rows: [
        { keys: ['J'], does: t.nextOpen },
        { keys: ['K'], does: t.previousOpen },
        { keys: palette, does: t.actOpen },
        { keys: ['E'], does: t.edit },
        { keys: ['A'], does: t.assign },
      ],
    },
  ];
  return (
    <Dialog onClose={onClose} size="lg" title={t.title}>
      <div className="grid gap-x-10 gap-y-5 sm:grid-cols-2">
        <div className="grid content-start gap-5">
          {groups.map((group) => (
            <KeyGroup group={group} key={group.title} />
          ))}
        </div>
        <KeyGroup group={{ title: t.goTo, rows: goals }} />
      </div>
      <div className="border-t border-line pt-4">
        <Switch
          checked={isOn}
          hint={t.lettersMore}
          label={t.letters}
          onChange={({ target }) => setLetterKeys(target.checked)}
        />
      </div>
    </Dialog>
  );
}

function KeyGroup({ group: { title, rows } }: { group: Group }) {
  const t = useTexts(shortcutTexts);
  return (
    <section className="grid content-start gap-1">
      <h3 className="text-sm font-medium text-soft">{title}</h3>
      <dl className="grid gap-px text-sm">
        {rows.map((row) => (
          <div className="flex items-center justify-between gap-4 py-1" key={row.does}>
            <dt className="order-last flex shrink-0 items-center gap-1.5">
              <Keys keys={row.keys} />
              {row.or ? (
                <>
                  <span className="text-soft">{t.or}</span>
                  <Keys keys={row.or} />
                </>
              ) : null}
            </dt>
            <dd>{row.does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
