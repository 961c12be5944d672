import { Link } from '@tanstack/react-router';
import type { ListedKey } from '../../../features/api-keys/api-keys.schema.ts';
import { stateWord } from '../../../shared/web/states.ts';
import { Time } from '../../session/time.tsx';
import { numberText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { BarChart } from '../../ui/chart/bar-chart.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { Detail, Details } from '../../ui/details.tsx';
import { Notice } from '../../ui/notice.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { Creator, KeyState, SandboxBadge } from './key-cells.tsx';
import { keyTexts } from './texts.ts';

export function KeyDetails({ apiKey }: { apiKey: ListedKey }) {
  const t = useTexts(keyTexts);
  const ui = useTexts(uiTexts);
  const { key_prefix, scopes, template, ip_ranges, created_at, expires_at, last_use } = apiKey;
  return (
    <>
      {apiKey.warnings.map((warning) => (
        <Notice key={warning} tone="warn">
          {t.warnings[warning]}
        </Notice>
      ))}
      <Usage apiKey={apiKey} />
      <Details>
        <Detail label={t.state}>
          <KeyState apiKey={apiKey} />
        </Detail>
        <Detail label={t.key}>
          <span className="flex flex-wrap items-center gap-2">
            <CopyableId id={key_prefix} short={`${key_prefix}…`} />
            <SandboxBadge />
          </span>
        </Detail>
        <Detail label="ID">
          <CopyableId id={apiKey.key_id} />
        </Detail>
        <Detail label={t.template}>{t.templates[template ?? 'custom']}</Detail>
        <Detail label={t.scopes}>
          <Codes texts={scopes} />
        </Detail>
        <Detail label={t.addresses}>
          {ip_ranges.length === 0 ? t.anyAddress : <Codes texts={ip_ranges} />}
        </Detail>
        <Detail label={t.created}>
          <Time at={created_at} shows="date-time" />
        </Detail>
        <Detail label={t.createdBy}>
          <Creator apiKey={apiKey} />
        </Detail>
        <Detail label={t.expiresAt}>
          {expires_at ? <Time at={expires_at} shows="date-time" /> : t.expiresNever}
        </Detail>
        <Detail label={t.lastUse}>{last_use ? <Time at={last_use.at} /> : ui.never}</Detail>
        <Chain apiKey={apiKey} />
      </Details>
    </>
  );
}

/** The keys before and after this one, if keys were rotated. */
function Chain({ apiKey: { predecessor, successor } }: { apiKey: ListedKey }) {
  const t = useTexts(keyTexts);
  return (
    <>
      {predecessor ? (
        <Detail label={t.predecessor}>
          <Other other={predecessor} />
        </Detail>
      ) : null}
      {successor ? (
        <Detail label={t.successor}>
          <Other other={successor} />
        </Detail>
      ) : null}
    </>
  );
}

function Usage({ apiKey }: { apiKey: ListedKey }) {
  const { key_id, requests_by_day: days, ok_by_day: ok, limited, state } = apiKey;
  const t = useTexts(keyTexts);
  const language = useLanguage();
  const sum = days.reduce((total, day) => total + day, 0);
  const label = t.requestCount(numberText(sum, language));
  const others = days.map((count, index) => count - (ok[index] ?? 0));
  const isOver = state === 'revoked' || state === 'expired';
  const bars = days.map((_, index) => t.daysAgo(days.length - 1 - index));
  return (
    <section className="grid gap-2 rounded-xl border border-line p-3">
      <div className="grid gap-0.5">
        <p className="text-sm font-medium">{label}</p>
        <p className="text-sm text-soft">
          {apiKey.predecessor ? t.countedAlone : null} {t.requestsMeant} {t.lastUseMeant}{' '}
          {isOver ? null : t.countedLater}
        </p>
      </div>
      {sum > 0 ? (
        <BarChart
          bars={bars}
          height={64}
          label={label}
          series={[
            { name: stateWord('request', 'ok', language), tone: 'works', values: ok },
            { name: t.unsuccessful, tone: 'failed', values: others },
          ]}
          ticks={[0, bars.length - 1].map((index) => ({ at: index, text: bars[index] ?? '' }))}
        />
      ) : null}
      {limited > 0 ? (
        <p className="text-sm text-warn">{t.limited(numberText(limited, language))}</p>
      ) : null}
      {sum > 0 ? (
        <p className="text-sm">
          <Link
            className="text-accent-text underline underline-offset-2"
            search={{ key_id } as never}
            to="/request-log"
          >
            {apiKey.predecessor ? t.showAllRequests : t.showRequests}
          </Link>
        </p>
      ) : null}
    </section>
  );
}

function Codes({ texts }: { texts: readonly string[] }) {
  return (
    <span className="flex flex-wrap gap-1">
      {texts.map((text) => (
        <code className="rounded-sm bg-sunk px-1.5 py-0.5 font-mono text-xs" key={text}>
          {text}
        </code>
      ))}
    </span>
  );
}

function Other({ other }: { other: NonNullable<ListedKey['successor']> }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <CopyableId id={other.key_id} short={`${other.key_prefix}…`} />
      <KeyState apiKey={other} />
    </span>
  );
}
