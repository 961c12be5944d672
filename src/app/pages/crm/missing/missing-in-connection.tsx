import { Link } from '@tanstack/react-router';
import { useMay } from '../../../session/session.ts';
import { Ago } from '../../../session/time.tsx';
import { numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { inlineLinkClass, linkClass } from '../../../ui/link-class.ts';
import { ConnectionState, useMoment } from '../connection-line.tsx';
import { providerNames } from '../provider-names.ts';
import { missingTexts } from './texts.ts';
import type { Explained } from './why-missing.tsx';

type Props = { connection: Explained };

/** Why a deal of this connection may be missing, with links to the settings that decide it. */
export function MissingInConnection({ connection }: Props) {
  const t = useTexts(missingTexts);
  const language = useLanguage();
  const maySee = useMay('see_crm_connections');
  const { connection_id: id, name, provider, state, set_aside } = connection;
  const brand = providerNames[language][provider];
  const meaning = useMeaning(connection);
  return (
    <li className="grid gap-1.5 px-4 py-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        {maySee ? (
          <Link className={`${linkClass} font-medium wrap-anywhere`} to={`/crm/${id}`}>
            {name}
          </Link>
        ) : (
          <span className="font-medium wrap-anywhere">{name}</span>
        )}
        {brand === name ? null : <span className="text-soft">{brand}</span>}
        <ConnectionState connection={{ state }} />
      </p>
      <ul className="grid list-disc gap-1 pl-5 text-pretty">
        {meaning ? <li>{meaning}</li> : null}
        <li>
          <Synced connection={connection} />
        </li>
        <Pipelines connection={connection} />
        {set_aside ? (
          <li>
            {t.setAside(numberText(set_aside.records, language))}{' '}
            {maySee ? (
              <Link
                className={inlineLinkClass}
                search={{ run: set_aside.run_id } as never}
                to={`/crm/${id}`}
              >
                {t.show}
              </Link>
            ) : null}
          </li>
        ) : null}
      </ul>
    </li>
  );
}

/** What the state of the connection means for deals. Null: the connection works. */
function useMeaning({ state, waits_until }: Explained): string | null {
  const { states } = useTexts(missingTexts);
  const at = useMoment('at');
  if (state === 'up_to_date') return null;
  if (state !== 'waits_for_quota') return states[state];
  return waits_until ? states.waits(at(waits_until)) : states.waitsOpen;
}

function Synced({ connection: { synced_at, state } }: Props) {
  const t = useTexts(missingTexts);
  if (!synced_at) return t.neverSynced;
  const mayGrow = state !== 'ended' && state !== 'removing';
  return (
    <>
      {t.synced} <Ago at={synced_at} />. {mayGrow ? t.syncedMore : null}
    </>
  );
}

function Pipelines({ connection: { connection_id: id, pipelines } }: Props) {
  const t = useTexts(missingTexts);
  const list = useNames();
  const mayChange = useMay('change_crm_connections');
  if (!pipelines) return null;
  const { chosen, left_out } = pipelines;
  return (
    <li>
      {t.pipelines(list(chosen))} {left_out.length > 0 ? t.leftOut(list(left_out)) : null}{' '}
      {mayChange ? (
        <Link className={inlineLinkClass} search={{ view: 'setup' } as never} to={`/crm/${id}`}>
          {t.change}
        </Link>
      ) : null}
    </li>
  );
}

const MOST_NAMES = 5;

/** Lists the first names, and the number of the others. */
function useNames(): (names: readonly string[]) => string {
  const t = useTexts(missingTexts);
  const language = useLanguage();
  return (names) => {
    const rest = names.length - MOST_NAMES;
    const shown = names.slice(0, MOST_NAMES);
    return [...shown, ...(rest > 0 ? [t.others(numberText(rest, language))] : [])].join(', ');
  };
}
