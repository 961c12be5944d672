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
      ...(urls && { width: 'lg:w-56' }),
      cell: ({ event_type, created_at }) => (
        <TwoLines more={<Ago at={created_at} />}>
          <span className="font-mono text-xs">{event_type}</span>
        </TwoLines>
      ),
    },
    {
      id: 'status',
      title: t.status,
      width: 'w-40',
      cell: (delivery) => <DeliveryStatus {...delivery} />,
    },
    {
      id: 'answer',
      title: t.answer,
      from: 'sm',
      width: 'w-44',
      cell: (delivery) => <Answer error={delivery.error} response_code={delivery.response_code} />,
    },
    {
      id: 'attempts',
      title: t.attempts,
      from: 'lg',
      align: 'right',
      width: 'w-24',
      cell: ({ attempt }) => <span className="tabular text-soft">{attempt}</span>,
    },
    ...(urls ? [endpointColumn(t.endpoint, urls)] : []),
    {
      id: 'raised',
      title: t.raised,
      from: 'sm',
      width: 'w-36',
      cell: ({ created_at }) => <Time at={created_at} />,
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
    from: 'lg',
    cell: ({ endpoint_id }) => {
      const url = urls.get(endpoint_id);
      return <span className="text-soft">{url?.slice('https://'.length) ?? '…'}</span>;
    },
  };
}
