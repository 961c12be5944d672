import type { EndpointHealth } from '../../../../features/webhooks/endpoint-detail.schema.ts';
import { Time } from '../../../session/time.tsx';
import { numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Sparkline } from '../../../ui/chart.tsx';
import { Table } from '../../../ui/table.tsx';
import type { Column } from '../../../ui/table-row.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { EndpointState } from '../endpoint-state.tsx';
import { EndpointUrl } from '../endpoint-url.tsx';
import { endpointTexts } from './texts.ts';

type Health = EndpointHealth['data'][number];
type ListedEndpoint = {
  id: string;
  url: string;
  events: string[];
  status: string;
  description: string | null;
  last_success_at: string | null;
};

type Props = {
  rows: readonly ListedEndpoint[];
  /** By endpoint; not there yet while it loads. */
  health: ReadonlyMap<string, Health>;
  onOpen: (endpoint: ListedEndpoint) => void;
};

export function EndpointTable({ rows, health, onOpen }: Props) {
  const t = useTexts(endpointTexts);
  const ui = useTexts(uiTexts);
  const columns: Column<ListedEndpoint>[] = [
    {
      id: 'url',
      title: t.endpoint,
      cell: ({ url, description }) => (
        <span title={description ?? url}>
          <EndpointUrl url={url} />
        </span>
      ),
    },
    {
      id: 'state',
      title: t.state,
      width: 'w-32',
      cell: ({ id, status }) => (
        <EndpointState
          failing_since={health.get(id)?.failing_since ?? null}
          status={status as Health['status']}
        />
      ),
    },
    {
      id: 'events',
      title: t.events,
      from: 'lg',
      width: 'w-28',
      cell: ({ events }) => (
        <span className="tabular text-soft" title={events.join('\n')}>
          {t.eventCount(events.length)}
        </span>
      ),
    },
    {
      id: 'day',
      title: t.day,
      from: 'md',
      width: 'w-64',
      cell: ({ id }) => <Day health={health.get(id)} />,
    },
    {
      id: 'success',
      title: t.lastSuccess,
      from: 'sm',
      width: 'w-40',
      cell: ({ last_success_at: at }) =>
        at ? <Time at={at} /> : <span className="text-soft">{ui.never}</span>,
    },
  ];
  return (
    <Table
      columns={columns}
      keyOf={({ id }) => id}
      label={t.endpoint}
      onOpen={onOpen}
      rows={rows}
    />
  );
}

function Day({ health }: { health: Health | undefined }) {
  const t = useTexts(endpointTexts);
  const language = useLanguage();
  if (!health) return null;
  const failed = numberText(health.failed, language);
  return (
    <span className="flex items-center gap-2">
      <Sparkline values={health.hours.map((hour) => hour.ok + hour.failed)} />
      <span className="hidden-text">{t.dayCount(numberText(health.ok, language), failed)}</span>
      {health.failed > 0 ? (
        <span aria-hidden="true" className="tabular text-xs text-bad">
          {t.failed(failed)}
        </span>
      ) : null}
    </span>
  );
}
