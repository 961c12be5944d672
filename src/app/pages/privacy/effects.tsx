import type { Effect } from '../../../features/team/privacy.schema.ts';
import { useTexts } from '../../text/language.ts';
import { Badge } from '../../ui/badge.tsx';
import { appPlaces } from './app-places.ts';
import { privacyTexts } from './texts.ts';

type Part = 'rest' | 'app' | 'events';
const parts: readonly Part[] = ['rest', 'app', 'events'];

function partOf(effect: Effect): Part {
  if (effect.kind === 'event') return 'events';
  return effect.rest ? 'rest' : 'app';
}

/** What disappears or comes back, listed by where people see it. */
export function Effects({ effects, isHiding }: { effects: Effect[]; isHiding: boolean }) {
  const t = useTexts(privacyTexts);
  if (effects.length === 0) return null;
  return (
    <section className="overflow-hidden rounded-xl border border-line bg-card shadow-sm">
      <header className="flex items-center gap-2 px-4 py-3">
        <h3 className="font-medium">{isHiding ? t.hides : t.shows}</h3>
        <Badge tone={isHiding ? 'warn' : 'accent'}>{effects.length}</Badge>
      </header>
      {parts.map((part) => {
        const own = effects.filter((effect) => partOf(effect) === part);
        return own.length > 0 ? (
          <EffectList effects={own} isHiding={isHiding} key={part} title={t.parts[part]} />
        ) : null;
      })}
    </section>
  );
}

type ListProps = { title: string; effects: readonly Effect[]; isHiding: boolean };

function EffectList({ title, effects, isHiding }: ListProps) {
  return (
    <div className="grid gap-1 border-t border-line px-4 py-3 sm:grid-cols-[9rem_1fr]">
      <h4 className="text-sm text-soft">{title}</h4>
      <ul className="grid min-w-0 gap-1.5 text-sm">
        {effects.map((effect) => (
          <li
            className="flex min-w-0 flex-wrap items-baseline gap-x-2"
            key={JSON.stringify(effect)}
          >
            <EffectText effect={effect} isHiding={isHiding} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function EffectText({ effect, isHiding }: { effect: Effect; isHiding: boolean }) {
  const t = useTexts(privacyTexts);
  const places: Record<string, string> = useTexts(appPlaces);
  const words = partOf(effect) === 'app' ? places[appPlaceOf(effect)] : undefined;
  if (words) return <span>{words}</span>;
  const place = <code className="font-mono text-xs break-all">{placeOf(effect)}</code>;
  if (effect.kind === 'refused') {
    return (
      <>
        {place}
        <span className="text-soft">{isHiding ? t.refused : t.answers}</span>
      </>
    );
  }
  return (
    <>
      {place}
      <code className="rounded-sm bg-sunk px-1.5 py-0.5 font-mono text-xs">{effect.field}</code>
      <span className="text-soft">{isHiding ? t.hiddenAs[effect.hidden] : t.isThere}</span>
    </>
  );
}

function appPlaceOf(effect: Effect): string {
  return [placeOf(effect), ...(effect.kind === 'field' ? [effect.field] : [])].join(' ');
}

function placeOf(effect: Effect): string {
  if (effect.kind === 'event') return effect.event;
  return effect.rest ? `${effect.rest.method} ${effect.rest.path}` : effect.name;
}
