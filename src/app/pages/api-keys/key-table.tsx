import type { ListedKey } from '../../../features/api-keys/api-keys.schema.ts';
import { DAY_MS } from '../../../shared/time/durations.ts';
import { Time } from '../../session/time.tsx';
import { numberText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Sparkline } from '../../ui/chart/sparkline.tsx';
import { classes } from '../../ui/classes.ts';
import type { Verb } from '../../ui/row-menu.tsx';
import { sortedRows } from '../../ui/sorted-rows.ts';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table-row.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { TwoLines } from '../../ui/two-lines.tsx';
import type { RowTarget } from '../../ui/use-filters.ts';
import {
  Creator,
  ExpiryCell,
  endsSoon,
  KeyState,
  SandboxBadge,
  ScopesCell,
  ShortLine,
} from './key-cells.tsx';
import { keyTexts } from './texts.ts';

type Props = {
  rows: readonly ListedKey[];
  to: (key: ListedKey) => RowTarget;
  verbs: ((key: ListedKey) => readonly Verb[]) | undefined;
  order: string | undefined;
  /** Missing while the browser does not have all keys. */
  onSort: ((order: string) => void) | undefined;
};

export function KeyTable({ rows, to, verbs, order, onSort }: Props) {
  const t = useTexts(keyTexts);
  const hasOwnOrder = (onSort && order) === undefined;
  const isBelow = (key: ListedKey) => hasOwnOrder && successorIn(rows, key) !== undefined;
  return (
    <Table
      columns={useColumns(rows, isBelow)}
      keyOf={({ key_id }) => key_id}
      label={t.key}
      to={to}
      rows={inOrder(rows, onSort && order)}
      sorting={onSort && { order, onSort }}
      verbs={verbs}
    />
  );
}

const isOver = ({ state }: ListedKey) => state === 'expired' || state === 'revoked';
const sumOf = ({ requests_by_day }: ListedKey) =>
  requests_by_day.reduce((all, day) => all + day, 0);

/** Without another order, the newest come first, each before the ones that it replaces, and those that have ended last. */
function inOrder(rows: Props['rows'], order: string | undefined): Props['rows'] {
  const sorted = sortedRows(rows, order ?? 'over', {
    over: (key) => Number(isOver(key)),
    name: ({ name }) => name.toLowerCase(),
    expiry: ({ expires_at, state }) => (state === 'revoked' ? null : expires_at),
    use: ({ last_use }) => last_use?.at,
    requests: sumOf,
  });
  if (order) return sorted;
  const withReplaced = (key: ListedKey): ListedKey[] => [
    key,
    ...sorted.filter((old) => successorIn(rows, old)?.key_id === key.key_id).flatMap(withReplaced),
  ];
  return sorted.filter((key) => !successorIn(rows, key)).flatMap(withReplaced);
}

/** The listed key that replaces this one, while both work. */
const successorIn = (rows: Props['rows'], { state, successor }: ListedKey) =>
  state === 'in_grace'
    ? rows.find((key) => key.key_id === successor?.key_id && !isOver(key))
    : undefined;

type IsBelow = (key: ListedKey) => boolean;

/** In their own order, replaced keys stand below their successors. */
function useColumns(rows: Props['rows'], isBelow: IsBelow): Column<ListedKey>[] {
  const t = useTexts(keyTexts);
  const ui = useTexts(uiTexts);
  const highest = Math.max(1, ...rows.flatMap((key) => key.requests_by_day));
  return [
    {
      id: 'name',
      title: t.name,
      sorts: 'up',
      cell: (key, hides) => <Name apiKey={key} isBelow={isBelow(key)} isNarrow={hides('use')} />,
    },
    {
      id: 'scopes',
      title: t.rights,
      dropped: 'first',
      width: 128,
      cell: (key) => <ScopesCell apiKey={key} />,
    },
    {
      id: 'state',
      title: t.state,
      width: 144,
      cell: (key, hides) => (
        <TwoLines more={hides('expiry') && endsSoon(key) && <ExpiryCell apiKey={key} />}>
          <KeyState apiKey={key} />
        </TwoLines>
      ),
    },
    {
      id: 'expiry',
      title: t.expiresAt,
      sorts: 'up',
      dropped: 'first',
      width: 112,
      cell: (key) => <ExpiryCell apiKey={key} />,
    },
    {
      id: 'creator',
      title: t.createdBy,
      dropped: 'first',
      width: 128,
      cell: (key) => <Creator apiKey={key} />,
    },
    {
      id: 'use',
      title: t.lastUse,
      sorts: 'down',
      dropped: 'last',
      width: 152,
      cell: (key) => (
        <TwoLines more={<RefusedSince apiKey={key} />}>
          {key.last_use ? (
            <Time at={key.last_use.at} />
          ) : (
            <span className="text-soft">{ui.never}</span>
          )}
        </TwoLines>
      ),
    },
    {
      id: 'requests',
      title: t.requests,
      hint: t.requestsMeant,
      sorts: 'down',
      dropped: 'second',
      width: 192,
      cell: (key) => <Requests apiKey={key} highest={highest} />,
    },
  ];
}

type NameProps = { apiKey: ListedKey; isBelow: boolean; isNarrow: boolean };

function Name({ apiKey, isBelow, isNarrow }: NameProps) {
  const t = useTexts(keyTexts);
  return (
    <span className="grid min-w-0">
      <span className="flex min-w-0 items-center gap-2">
        {isBelow ? (
          <span aria-hidden="true" className="text-soft">
            ↳
          </span>
        ) : null}
        <span className="truncate font-medium">{apiKey.name}</span>
        <SandboxBadge />
      </span>
      {isNarrow ? (
        <span className="truncate text-xs text-soft">
          <ShortLine apiKey={apiKey} />
        </span>
      ) : (
        <span className="truncate font-mono text-xs text-soft">{apiKey.key_prefix}…</span>
      )}
      {isBelow ? (
        <span className="hidden-text">
          {t.successor}: {apiKey.successor?.key_prefix}…
        </span>
      ) : null}
    </span>
  );
}

/** A program goes on with a key that has ended. Its requests are counted, although they are no use of the key. */
function RefusedSince({ apiKey }: { apiKey: ListedKey }) {
  const t = useTexts(keyTexts);
  const language = useLanguage();
  const { state, last_use, ok_by_day } = apiKey;
  const isOver = state === 'expired' || state === 'revoked';
  const before = Date.now() - ok_by_day.length * DAY_MS;
  const sum = sumOf(apiKey);
  if (!isOver || sum === 0 || (last_use && Date.parse(last_use.at) >= before)) return null;
  return <span className="text-bad">{t.refusedSince(numberText(sum, language))}</span>;
}

type RequestsProps = { apiKey: ListedKey; highest: number };

function Requests({ apiKey, highest }: RequestsProps) {
  const t = useTexts(keyTexts);
  const language = useLanguage();
  const { requests_by_day: days, ok_by_day } = apiKey;
  const failed = days.map((count, day) => count - (ok_by_day[day] ?? 0));
  const [sum, bad] = [days, failed].map((counts) => counts.reduce((all, day) => all + day, 0));
  const more = bad ? `${t.unsuccessful}: ${numberText(bad, language)}` : '';
  const title = [t.requestCount(numberText(sum ?? 0, language)), more].filter(Boolean).join(' · ');
  return (
    <span className="flex items-center gap-2" title={title}>
      <span className={classes('tabular w-10 text-right', !sum && 'text-soft')}>
        {numberText(sum ?? 0, language)}
      </span>
      <Sparkline failed={failed} highest={highest} values={days} />
      <span className="hidden-text">{more}</span>
    </span>
  );
}
