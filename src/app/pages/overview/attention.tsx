import { Link } from '@tanstack/react-router';
import { relativeText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Item } from './attention-items.ts';
import { overviewTexts } from './texts.ts';

const tones = { bad: 'text-bad', warn: 'text-warn', plain: 'text-soft' };

/** The problems, each with a link to the page where it can be solved. Without problems it says so. */
export function Attention({ items, allWell }: { items: readonly Item[]; allWell: string }) {
  const t = useTexts(overviewTexts);
  return (
    <section className="grid content-start overflow-hidden rounded-xl border border-line bg-card shadow-sm">
      <h2 className="px-4 py-3 font-medium">{t.attention}</h2>
      {items.length === 0 ? (
        <div className="flex gap-3 border-t border-line px-4 py-3">
          <Icon className="mt-0.5 text-soft" name="check" />
          <div className="grid gap-0.5">
            <p>{t.allWell}</p>
            <p className="text-sm text-soft">{allWell}</p>
          </div>
        </div>
      ) : (
        <ul>
          {items.map((item) => (
            <li className="border-t border-line" key={item.id}>
              <AttentionRow item={item} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function AttentionRow({ item: { tone, title, more, at, to, search } }: { item: Item }) {
  const language = useLanguage();
  const when = at ? relativeText(at, Date.now(), language) : undefined;
  return (
    <Link
      className="flex items-center gap-3 px-4 py-3 hover:bg-hover"
      search={(search ?? {}) as never}
      to={to}
    >
      <Icon
        className={classes('shrink-0', tones[tone])}
        name={tone === 'plain' ? 'mail' : 'alert'}
      />
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span>{title}</span>
        {more ? <span className="text-sm text-pretty text-soft">{more}</span> : null}
        {when ? <span className="text-sm text-soft sm:hidden">{when}</span> : null}
      </span>
      {when ? <span className="hidden shrink-0 text-sm text-soft sm:inline">{when}</span> : null}
      <Icon className="shrink-0 text-soft" name="right" />
    </Link>
  );
}
