import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ConnectionDetail } from '../../../../features/crm/connections/connections.schema.ts';
import { useMay } from '../../../session/session.ts';
import { Time } from '../../../session/time.tsx';
import { useTimeZone } from '../../../session/time-zone.tsx';
import { clockText, numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Stat, Stats } from '../../../ui/stat.tsx';
import { providerNames } from '../provider-names.ts';
import { connectionPageTexts } from './texts.ts';

/** What the connection has read, how much of the provider's quota it has used, and when it runs next. */
export function ConnectionNumbers({ connection }: { connection: ConnectionDetail }) {
  const t = useTexts(connectionPageTexts);
  const language = useLanguage();
  const timeZone = useTimeZone();
  const count = (value: number) => numberText(value, language);
  const { id, deals, objections, requests_today, daily_budget, day_began_at } = connection;
  const bound = daily_budget === null ? t.noBudget : t.ofBudget(count(daily_budget));
  return (
    <section className="grid gap-3">
      <Stats>
        <Stat label={t.deals} value={count(deals)}>
          <ListLink search={{ connection: id }} to="/crm/deals" />
        </Stat>
        <Stat label={t.objections} value={count(objections)}>
          <ListLink search={{ connection: id }} to="/crm/objections" />
        </Stat>
        <Stat label={t.requests} more={bound} value={count(requests_today)}>
          {daily_budget === null ? null : <Used limit={daily_budget} used={requests_today} />}
          <span className="text-xs text-pretty text-soft">
            {t.dayBegins(clockText(day_began_at, { language, timeZone }))}
          </span>
        </Stat>
        <Stat label={t.next} value="">
          <Next connection={connection} />
        </Stat>
      </Stats>
      <Access connection={connection} />
    </section>
  );
}

function ListLink({ to, search }: { to: string; search: Record<string, string> }) {
  const t = useTexts(connectionPageTexts);
  const maySee = useMay('see_crm');
  if (!maySee) return null;
  return (
    <Link
      aria-label={`${t.show}: ${to === '/crm/deals' ? t.deals : t.objections}`}
      className="w-fit rounded-sm text-sm text-accent-text underline-offset-4 hover:underline"
      search={search as never}
      to={to}
    >
      {t.show}
    </Link>
  );
}

function Used({ used, limit }: { used: number; limit: number }) {
  const t = useTexts(connectionPageTexts);
  return (
    <progress
      aria-label={t.requests}
      className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-sunk [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunk [&::-webkit-progress-value]:bg-accent"
      max={limit}
      value={Math.min(used, limit)}
    />
  );
}

function Next({
  connection: { state, run, in_work, next_sync_at },
}: {
  connection: ConnectionDetail;
}) {
  const t = useTexts(connectionPageTexts);
  const isNow = in_work || run?.status === 'running';
  const isOff =
    state === 'paused' || state === 'sign_in' || state === 'ended' || state === 'removing';
  const isDue = next_sync_at !== null && Date.parse(next_sync_at) <= Date.now();
  let text: ReactNode = t.nextNone;
  if (isNow) text = t.running;
  else if (isDue && !isOff) text = t.soon;
  else if (next_sync_at && !isOff) text = <Time at={next_sync_at} />;
  return <span className="text-base font-medium">{text}</span>;
}

/** How the connection signs in. Of the credentials, at most the last characters are shown. */
function Access({ connection }: { connection: ConnectionDetail }) {
  const t = useTexts(connectionPageTexts);
  const brand = providerNames[useLanguage()][connection.provider];
  const { access, account_name, account_id, currency, time_zone, state, full_at } = connection;
  const account = [account_name, account_id, currency, time_zone].filter(Boolean).join(' · ');
  const isOver = state === 'ended' || state === 'removing';
  return (
    <dl className="grid gap-x-6 gap-y-1 px-1 text-sm sm:flex sm:flex-wrap">
      <div className="flex min-w-0 gap-1.5">
        <dt className="text-soft">{t.account}</dt>
        <dd className="min-w-0 wrap-anywhere">{account}</dd>
      </div>
      {isOver ? null : (
        <div className="flex min-w-0 gap-1.5">
          <dt className="text-soft">{t.access}</dt>
          <dd className="min-w-0">
            {connection.provider === 'demo' ? (
              t.noAccess
            ) : (
              <>
                {access.kind === 'oauth' ? t.byOAuth(brand) : t.byToken(access.last_four)},{' '}
                {t.stored} <Time at={access.since} />
              </>
            )}
          </dd>
        </div>
      )}
      <div className="flex min-w-0 gap-1.5">
        <dt className="text-soft">{t.fullAt}</dt>
        <dd className="min-w-0">{full_at ? <Time at={full_at} /> : t.fullNever}</dd>
      </div>
    </dl>
  );
}
