import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ConnectionDetail } from '../../../../features/crm/connections/connections.schema.ts';
import { type StateTone, toneOf } from '../../../../shared/web/states.ts';
import { useMay } from '../../../session/session.ts';
import { Time } from '../../../session/time.tsx';
import { numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { CopyableId } from '../../../ui/copyable-id.tsx';
import { late } from '../../../ui/late.tsx';
import { inlineLinkClass, linkClass } from '../../../ui/link-class.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Stat, Stats } from '../../../ui/stat.tsx';
import { ConnectionState, isCalm, useCondition } from '../condition.tsx';
import { ProviderLogo, providerNames } from '../provider.tsx';
import { ConnectionActions } from './actions.tsx';
import { Runs } from './runs.tsx';
import { connectionTexts } from './texts.ts';

/** This part is loaded late, because few visits need its forms and choices. */
const Settings = late(
  () => import('./settings.tsx').then((part) => part.Settings),
  () => <Skeleton className="h-96 w-full" />,
);

type Props = { connection: ConnectionDetail };

/** All about one connection: its state, its latest synchronizations, and what it takes from the CRM. */
export function Connection({ connection }: Props) {
  const t = useTexts(connectionTexts);
  const language = useLanguage();
  const { text, more } = useCondition(connection);
  const { state, failed_run_id, set_aside } = connection;
  const isRemoving = state === 'removing';
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <Title connection={connection} />
        <div className="flex flex-wrap items-center gap-2">
          <ConnectionActions connection={connection} />
        </div>
      </header>
      {isCalm(connection) ? null : (
        <Notice title={text} tone={noticeTones[toneOf('connection', state)] ?? 'info'}>
          {more ? <NoticeText connection={connection} run={failed_run_id} text={more} /> : null}
        </Notice>
      )}
      {set_aside && !isRemoving ? (
        <Notice title={t.setAside(numberText(set_aside.count, language))} tone="warn">
          <NoticeText connection={connection} run={set_aside.run_id} text={t.setAsideMore} />
        </Notice>
      ) : null}
      <Facts connection={connection} />
      <Runs connection={connection} />
      {state === 'ended' || isRemoving ? null : <Settings connection={connection} />}
    </>
  );
}

const noticeTones: Partial<Record<StateTone, 'warn' | 'bad'>> = { needs: 'warn', failed: 'bad' };

/** A text, and a link that opens its run in the list below. */
function NoticeText({
  connection: { id },
  text,
  run,
}: Props & { text: string; run: string | null }) {
  const t = useTexts(connectionTexts);
  const search = { run } as never;
  return (
    <>
      {text}{' '}
      {run ? (
        <Link className={inlineLinkClass} resetScroll={false} search={search} to={`/crm/${id}`}>
          {t.details}
        </Link>
      ) : null}
    </>
  );
}

function Title({ connection }: Props) {
  const t = useTexts(connectionTexts);
  const names = providerNames[useLanguage()];
  const { text } = useCondition(connection);
  const { id, name, provider, state, synced_at, is_practice } = connection;
  return (
    <div className="flex min-w-0 grow basis-72 items-start gap-3">
      <ProviderLogo provider={provider} />
      <div className="grid min-w-0 gap-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h2 className="font-semibold wrap-anywhere">{name}</h2>
          <span className="text-sm" role="status">
            <ConnectionState connection={connection} />
          </span>
        </div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
          {isCalm(connection) ? (
            <span>
              {text} {state === 'up_to_date' && synced_at ? <Time at={synced_at} /> : null}
            </span>
          ) : null}
          {names[provider] === name ? null : <span>{names[provider]}</span>}
          <CopyableId id={id} />
        </p>
        {is_practice ? <p className="text-sm text-soft">{t.practice}</p> : null}
      </div>
    </div>
  );
}

/** What the connection has read, when it reads next, and from which account. */
function Facts({ connection }: Props) {
  const t = useTexts(connectionTexts);
  const language = useLanguage();
  const { deals, objections, account_name, account_id, currency, time_zone } = connection;
  const account = [account_name && account_id, currency, time_zone].filter(Boolean);
  return (
    <Stats>
      <Stat label={t.deals} value={numberText(deals, language)}>
        <ListLink connection={connection} label={t.deals} to="/crm/deals" />
      </Stat>
      <Stat label={t.objections} value={numberText(objections, language)}>
        <ListLink connection={connection} label={t.objections} to="/crm/objections" />
      </Stat>
      <Stat label={t.next} value="">
        <Next connection={connection} />
      </Stat>
      <Stat label={t.account} value="">
        <div className="grid gap-0.5 text-sm text-soft wrap-anywhere">
          <span className="text-base font-medium text-ink">{account_name ?? account_id}</span>
          {account.length > 0 ? <span>{account.join(' · ')}</span> : null}
          <Access connection={connection} />
        </div>
      </Stat>
    </Stats>
  );
}

function ListLink({ connection: { id }, label, to }: Props & { label: string; to: string }) {
  const t = useTexts(connectionTexts);
  if (!useMay('see_crm')) return null;
  const search = { connection: id } as never;
  return (
    <Link
      aria-label={`${t.show}: ${label}`}
      className={`${linkClass} w-fit text-sm`}
      search={search}
      to={to}
    >
      {t.show}
    </Link>
  );
}

function Next({ connection: { state, run, in_work, next_sync_at } }: Props) {
  const t = useTexts(connectionTexts);
  const isOff = ['paused', 'sign_in', 'ended', 'removing'].includes(state);
  let text: ReactNode = t.nextNone;
  if (in_work || run?.status === 'running') text = t.running;
  else if (next_sync_at && !isOff) {
    text = Date.parse(next_sync_at) <= Date.now() ? t.soon : <Time at={next_sync_at} />;
  }
  return <span className="font-medium">{text}</span>;
}

/** How the connection signs in. Of the credentials, at most the last characters are shown. */
function Access({ connection: { access, provider, crm_url } }: Props) {
  const t = useTexts(connectionTexts);
  const brand = providerNames[useLanguage()][provider];
  if (provider === 'demo') {
    return crm_url ? (
      <a className={linkClass} href={crm_url} rel="noopener noreferrer" target="_blank">
        {t.openCrm}
      </a>
    ) : null;
  }
  return (
    <span>
      {access.kind === 'oauth' ? t.byOAuth(brand) : t.byToken(access.last_four)},{' '}
      <Time at={access.since} />
    </span>
  );
}
