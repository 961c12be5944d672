import type { ListedKey } from '../../../features/api-keys/api-keys.schema.ts';
import { Time } from '../../session/time.tsx';
import { numberText, relativeText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Sparkline } from '../../ui/chart.tsx';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table-row.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { TwoLines } from '../../ui/two-lines.tsx';
import { KeyState } from './key-state.tsx';
import { keyTexts } from './texts.ts';

type Props = { rows: readonly ListedKey[]; onOpen: (key: ListedKey) => void };

export function KeyTable({ rows, onOpen }: Props) {
  const t = useTexts(keyTexts);
  const ui = useTexts(uiTexts);
  const language = useLanguage();
  const ago = (at: string) => relativeText(at, Date.now(), language);
  const columns: Column<ListedKey>[] = [
    {
      id: 'name',
      title: t.name,
      cell: ({ name, last_use }) => (
        <TwoLines more={`${t.lastUse}: ${last_use ? ago(last_use.at) : ui.never}`}>
          <span className="font-medium">{name}</span>
        </TwoLines>
      ),
    },
    {
      id: 'prefix',
      title: t.key,
      from: 'md',
      width: 'w-44',
      cell: ({ key_prefix }) => <span className="font-mono text-xs text-soft">{key_prefix}…</span>,
    },
    { id: 'state', title: t.state, width: 'w-32', cell: (key) => <KeyState apiKey={key} /> },
    {
      id: 'use',
      title: t.lastUse,
      from: 'sm',
      width: 'w-36',
      cell: ({ last_use }) =>
        last_use ? <Time at={last_use.at} /> : <span className="text-soft">{ui.never}</span>,
    },
    {
      id: 'requests',
      title: t.requests,
      from: 'lg',
      width: 'w-36',
      cell: ({ requests_by_day: days }) => {
        const sum = days.reduce((total, day) => total + day, 0);
        return (
          <span className="flex items-center" title={t.requestCount(numberText(sum, language))}>
            <Sparkline values={days} />
            <span className="hidden-text">{t.requestCount(numberText(sum, language))}</span>
          </span>
        );
      },
    },
  ];
  return (
    <Table
      columns={columns}
      keyOf={({ key_id }) => key_id}
      label={t.key}
      onOpen={onOpen}
      rows={rows}
    />
  );
}
