import type { FoundDelivery } from '../../../../features/webhooks/find-deliveries.schema.ts';
import { Ago, Time } from '../../../session/time.tsx';
import { useTexts } from '../../../text/language.ts';
import { DeliveryStatus } from '../../../thread/delivery-status.tsx';
import { Table } from '../../../ui/table.tsx';
import type { Column } from '../../../ui/table-row.tsx';
import { TwoLines } from '../../../ui/two-lines.tsx';
import { Answer } from '../answer.tsx';
import { listTexts } from './texts.ts';

type Props = {
  rows: readonly FoundDelivery[];
  /** The URLs by endpoint, if the table lists the deliveries of several endpoints. */
  urls?: ReadonlyMap<string, string> | undefined;
  onOpen: (delivery: FoundDelivery) => void;
};

export function DeliveryTable({ rows, urls, onOpen }: Props) {
  const t = useTexts(listTexts);
  const columns: Column<FoundDelivery>[] = [
    {
      id: 'type',
      title: t.event,
      cell: ({ event_type, created_at, endpoint_id, response_code }, hides) => {
        const url = hides('endpoint') ? urls?.get(endpoint_id) : undefined;
        const code = hides('answer') ? response_code : null;
        const age = hides('raised') ? <Ago at={created_at} shows="logged" /> : null;
        // The host is the longest and comes last, because the end of a long line is cut off.
        const host = url ? new URL(url).host : null;
        return (
          <TwoLines
            more={
              code || age || host ? (
                <>
                  {code}
                  {code && age ? ' · ' : null}
                  {age}
                  {(code || age) && host ? ' · ' : null}
                  {host}
                </>
              ) : null
            }
          >
            <span className="font-mono text-xs">{event_type}</span>
          </TwoLines>
        );
      },
    },
    {
      id: 'status',
      title: t.status,
      width: 184,
      narrow: 132,
      cell: (delivery) => <DeliveryStatus {...delivery} />,
    },
    {
      id: 'answer',
      title: t.answer,
      dropped: 'last',
      width: 176,
      cell: (delivery) => <Answer error={delivery.error} response_code={delivery.response_code} />,
    },
    {
      id: 'attempts',
      title: t.attempts,
      dropped: 'first',
      align: 'right',
      width: 96,
      cell: ({ attempt }) => <span className="tabular text-soft">{attempt}</span>,
    },
    ...(urls ? [endpointColumn(t.endpoint, urls)] : []),
    {
      id: 'raised',
      title: t.raised,
      dropped: 'last',
      width: 144,
      cell: ({ created_at }) => <Time at={created_at} shows="logged" />,
    },
  ];
  return (
    <Table
      columns={columns}
      keyOf={({ id }) => id}
      label={t.deliveries}
      onOpen={onOpen}
      rows={rows}
    />
  );
}

function endpointColumn(title: string, urls: ReadonlyMap<string, string>): Column<FoundDelivery> {
  return {
    id: 'endpoint',
    title,
    dropped: 'first',
    cell: ({ endpoint_id }) => {
      const url = urls.get(endpoint_id);
      return <span className="text-soft">{url?.slice('https://'.length) ?? '…'}</span>;
    },
  };
}
