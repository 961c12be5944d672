import type { ListedKey } from '../../../features/api-keys/api-keys.schema.ts';
import { Time } from '../../session/time.tsx';
import { numberText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Sparkline } from '../../ui/chart.tsx';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table-row.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { Creator, ExpiryCell, KeyState, ScopesCell, ShortLine } from './key-cells.tsx';
import { keyTexts } from './texts.ts';

type Props = { rows: readonly ListedKey[]; onOpen: (key: ListedKey) => void };

export function KeyTable({ rows, onOpen }: Props) {
  const t = useTexts(keyTexts);
  return (
    <Table
      columns={useColumns()}
      keyOf={({ key_id }) => key_id}
      label={t.key}
      onOpen={onOpen}
      rows={rows}
    />
  );
}

function useColumns(): Column<ListedKey>[] {
  const t = useTexts(keyTexts);
  const ui = useTexts(uiTexts);
  return [
    {
      id: 'name',
      title: t.name,
      cell: (key, hides) => (
        <span className="grid min-w-0">
          <span className="truncate font-medium">{key.name}</span>
          {hides('use') ? (
            <span className="truncate text-xs text-soft">
              <ShortLine apiKey={key} />
            </span>
          ) : (
            <span className="truncate font-mono text-xs text-soft">{key.key_prefix}…</span>
          )}
        </span>
      ),
    },
    {
      id: 'scopes',
      title: t.rights,
      dropped: 'second',
      width: 144,
      cell: (key) => <ScopesCell apiKey={key} />,
    },
    {
      id: 'state',
      title: t.state,
      width: 144,
      cell: (key) => <KeyState apiKey={key} />,
    },
    {
      id: 'expiry',
      title: t.expiresAt,
      dropped: 'first',
      width: 112,
      cell: (key) => <ExpiryCell apiKey={key} />,
    },
    {
      id: 'creator',
      title: t.createdBy,
      dropped: 'first',
      width: 144,
      cell: (key) => <Creator apiKey={key} />,
    },
    {
      id: 'use',
      title: t.lastUse,
      dropped: 'last',
      width: 144,
      cell: ({ last_use }) =>
        last_use ? <Time at={last_use.at} /> : <span className="text-soft">{ui.never}</span>,
    },
    {
      id: 'requests',
      title: t.requests,
      hint: t.requestsMeant,
      dropped: 'first',
      width: 192,
      cell: (key) => <Requests apiKey={key} />,
    },
  ];
}

function Requests({ apiKey: { requests_by_day: days } }: { apiKey: ListedKey }) {
  const t = useTexts(keyTexts);
  const language = useLanguage();
  const sum = days.reduce((total, day) => total + day, 0);
  return (
    <span className="flex items-center gap-2" title={t.requestCount(numberText(sum, language))}>
      <span className={sum === 0 ? 'tabular w-10 text-soft' : 'tabular w-10'}>
        {numberText(sum, language)}
      </span>
      <Sparkline values={days} />
    </span>
  );
}
