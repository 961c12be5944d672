import type { EndpointHealth } from '../../../../features/webhooks/endpoint-detail.schema.ts';
import { Time } from '../../../session/time.tsx';
import { endpointNames } from '../../../text/endpoint-names.ts';
import { useTexts } from '../../../text/language.ts';
import { classes } from '../../../ui/classes.ts';
import type { Verb } from '../../../ui/row-menu.tsx';
import { Table } from '../../../ui/table.tsx';
import type { Sorting } from '../../../ui/table-head.tsx';
import type { Column } from '../../../ui/table-row.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { EndpointState } from '../endpoint-state.tsx';
import { HealthLine, P95Cell, RateCell } from './health-cells.tsx';
import { endpointTexts } from './texts.ts';

type Health = EndpointHealth['data'][number];
export type ListedEndpoint = {
  id: string;
  url: string;
  events: string[];
  status: string;
  description: string | null;
  last_success_at: string | null;
};

type Props = {
  rows: readonly ListedEndpoint[];
  /** The health of each endpoint, by its id. Entries are missing while they load. */
  health: ReadonlyMap<string, Health>;
  sorting: Sorting;
  verbs: ((endpoint: ListedEndpoint) => readonly Verb[]) | undefined;
};

export function EndpointTable({ rows, health, sorting, verbs }: Props) {
  const t = useTexts(endpointTexts);
  return (
    <Table
      columns={useColumns(health, endpointNames(rows.map(({ url }) => url)))}
      keyOf={({ id }) => id}
      label={t.endpoint}
      rows={rows}
      sorting={sorting}
      to={({ id }) => `/webhooks/${id}`}
      verbs={verbs}
    />
  );
}

function useColumns(
  health: Props['health'],
  nameOf: (url: string) => string,
): Column<ListedEndpoint>[] {
  const t = useTexts(endpointTexts);
  const ui = useTexts(uiTexts);
  return [
    endpointColumn(t.endpoint, health, nameOf),
    {
      id: 'state',
      title: t.state,
      width: 136,
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
      dropped: 'first',
      width: 112,
      cell: ({ events }) => (
        <span className="tabular text-soft" title={events.join('\n')}>
          {t.eventCount(events.length)}
        </span>
      ),
    },
    {
      id: 'rate',
      title: t.successShare,
      dropped: 'second',
      width: 208,
      sorts: 'up',
      cell: ({ id }) => <RateCell health={health.get(id)} />,
    },
    {
      id: 'p95',
      title: t.p95,
      hint: t.p95Meant,
      dropped: 'second',
      width: 104,
      sorts: 'down',
      cell: ({ id }) => <P95Cell health={health.get(id)} />,
    },
    {
      id: 'success',
      title: t.lastSuccess,
      dropped: 'first',
      width: 144,
      sorts: 'up',
      cell: ({ last_success_at: at }) =>
        at ? <Time at={at} /> : <span className="text-soft">{ui.never}</span>,
    },
  ];
}

function endpointColumn(
  title: string,
  health: Props['health'],
  nameOf: (url: string) => string,
): Column<ListedEndpoint> {
  return {
    id: 'url',
    title,
    least: 320,
    sorts: 'up',
    cell: (endpoint, hides) => (
      <EndpointCell
        endpoint={endpoint}
        health={hides('rate') ? health.get(endpoint.id) : null}
        name={nameOf(endpoint.url)}
      />
    ),
  };
}

type CellProps = {
  endpoint: ListedEndpoint;
  name: string;
  /** Null if it has a column of its own. Undefined while it loads. */
  health: Health | null | undefined;
};

/** The name is only as long as tells endpoints apart. On a telephone it breaks, because its end is what differs. */
function EndpointCell({ endpoint: { url, description }, name, health }: CellProps) {
  return (
    <span className="grid min-w-0" title={url}>
      <span
        className={classes(
          'font-medium',
          health === null ? 'truncate' : 'line-clamp-2 wrap-anywhere whitespace-normal',
        )}
      >
        {name}
      </span>
      {health !== null ? (
        <span className="tabular truncate text-xs text-soft">
          <HealthLine health={health} />
        </span>
      ) : description ? (
        <span className="truncate text-xs text-soft">{description}</span>
      ) : null}
    </span>
  );
}
