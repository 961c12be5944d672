import type { EventSubject } from '../../../../features/events/kept-events.schema.ts';
import type { FoundDelivery } from '../../../../features/webhooks/list-all-deliveries.schema.ts';
import { Ago, Time } from '../../../session/time.tsx';
import { endpointNames } from '../../../text/endpoint-names.ts';
import { useTexts } from '../../../text/language.ts';
import { DeliveryStatus } from '../../../thread/delivery-status.tsx';
import type { Verb } from '../../../ui/row-menu.tsx';
import { Table } from '../../../ui/table.tsx';
import type { Column, Hides } from '../../../ui/table-row.tsx';
import { TwoLines } from '../../../ui/two-lines.tsx';
import type { RowTarget } from '../../../ui/use-filters.ts';
import { About, AboutCell, dotted, useSubjects } from '../about.tsx';
import { Answer } from '../answer.tsx';
import { listTexts } from './texts.ts';

type Props = {
  rows: readonly FoundDelivery[];
  /** The URLs by endpoint, if the table lists the deliveries of several endpoints. */
  urls?: ReadonlyMap<string, string> | undefined;
  to: (delivery: FoundDelivery) => RowTarget;
  verbs: (delivery: FoundDelivery) => readonly Verb[];
};

export function DeliveryTable({ rows, urls, to, verbs }: Props) {
  const t = useTexts(listTexts);
  const subjectOf = useSubjects(rows.map(({ event_id }) => event_id));
  const endpointOf = urls && namesOf(urls);
  const columns: Column<FoundDelivery>[] = [
    {
      id: 'type',
      title: t.event,
      least: 260,
      most: 320,
      cell: (delivery, hides) => (
        <EventCell
          delivery={delivery}
          hides={hides}
          subject={subjectOf(delivery.event_id)}
          endpoint={endpointOf?.(delivery)}
        />
      ),
    },
    {
      id: 'about',
      title: t.about,
      dropped: 'first',
      least: 160,
      most: 220,
      cell: ({ event_id }) => <AboutCell subject={subjectOf(event_id)} />,
    },
    {
      id: 'status',
      title: t.status,
      width: 184,
      narrow: 140,
      cell: (delivery) => <DeliveryStatus {...delivery} />,
    },
    answerColumn(t.answer),
    {
      id: 'attempts',
      title: t.attempts,
      dropped: 'first',
      align: 'right',
      width: 96,
      cell: ({ attempt }) => <span className="tabular text-soft">{attempt}</span>,
    },
    ...(endpointOf ? [endpointColumn(t.endpoint, endpointOf)] : []),
    raisedColumn(t.raised),
  ];
  return (
    <Table
      columns={columns}
      keyOf={({ id }) => id}
      label={t.deliveries}
      to={to}
      rows={rows}
      verbs={verbs}
    />
  );
}

type CellProps = {
  delivery: FoundDelivery;
  hides: Hides;
  subject: EventSubject | undefined;
  endpoint: string | undefined;
};

/** The type of the event, and below it what has no column. */
function EventCell({ delivery, hides, subject, endpoint }: CellProps) {
  const { event_type, created_at, response_code } = delivery;
  return (
    <TwoLines
      more={dotted([
        hides('answer') && response_code,
        hides('raised') && <Ago at={created_at} key="age" shows="logged" />,
        hides('about') && subject && <About key="about" subject={subject} />,
        // The host is the longest and comes last, because the end of a long line is cut off.
        hides('endpoint') && endpoint,
      ])}
    >
      <span className="font-mono text-xs">{event_type}</span>
    </TwoLines>
  );
}

const answerColumn = (title: string): Column<FoundDelivery> => ({
  id: 'answer',
  title,
  dropped: 'second',
  width: 176,
  cell: ({ error, response_code }) => <Answer error={error} response_code={response_code} />,
});

const raisedColumn = (title: string): Column<FoundDelivery> => ({
  id: 'raised',
  title,
  dropped: 'last',
  width: 140,
  cell: ({ created_at }) => <Time at={created_at} shows="logged" />,
});

type EndpointOf = (delivery: FoundDelivery) => string | undefined;

function namesOf(urls: ReadonlyMap<string, string>): EndpointOf {
  const nameOf = endpointNames([...urls.values()]);
  return ({ endpoint_id }) => {
    const url = urls.get(endpoint_id);
    return url && nameOf(url);
  };
}

function endpointColumn(title: string, endpointOf: EndpointOf): Column<FoundDelivery> {
  return {
    id: 'endpoint',
    title,
    dropped: 'first',
    least: 272,
    cell: (delivery) => <span className="text-soft">{endpointOf(delivery) ?? '…'}</span>,
  };
}
