import type { FoundEvent } from '../../../../features/events/kept-events.schema.ts';
import type { StateTone } from '../../../../shared/web/states.ts';
import { Ago, Time } from '../../../session/time.tsx';
import { numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { StateText } from '../../../ui/state.tsx';
import { Table } from '../../../ui/table.tsx';
import type { Column } from '../../../ui/table-row.tsx';
import { TwoLines } from '../../../ui/two-lines.tsx';
import type { RowTarget } from '../../../ui/use-filters.ts';
import { About, AboutCell, dotted, useSubjects } from '../about.tsx';
import { eventListTexts } from './texts.ts';

type Props = { rows: readonly FoundEvent[]; to: (event: FoundEvent) => RowTarget };

export function EventTable({ rows, to }: Props) {
  const t = useTexts(eventListTexts);
  const subjectOf = useSubjects(rows.map(({ id }) => id));
  const columns: Column<FoundEvent>[] = [
    {
      id: 'type',
      title: t.event,
      cell: (event, hides) => (
        <TwoLines
          more={dotted([
            hides('raised') && <Ago at={event.created_at} key="age" shows="logged" />,
            hides('about') && subjectOf(event.id) && (
              <About key="about" subject={subjectOf(event.id)} />
            ),
          ])}
        >
          <span className="font-mono text-xs">{event.type}</span>
        </TwoLines>
      ),
    },
    {
      id: 'about',
      title: t.about,
      dropped: 'second',
      cell: (event) => <AboutCell subject={subjectOf(event.id)} />,
    },
    {
      id: 'deliveries',
      title: t.deliveries,
      width: 176,
      narrow: 112,
      cell: ({ deliveries }) => <Delivered deliveries={deliveries} />,
    },
    {
      id: 'readers',
      title: t.readers,
      dropped: 'first',
      width: 176,
      cell: ({ readers: { taken, all } }) => (
        <Share all={all} done={taken} tone={taken === all ? 'works' : 'runs'} />
      ),
    },
    {
      id: 'raised',
      title: t.raised,
      dropped: 'last',
      width: 144,
      cell: ({ created_at }) => <Time at={created_at} shows="logged" />,
    },
  ];
  return <Table columns={columns} keyOf={({ id }) => id} label={t.events} to={to} rows={rows} />;
}

function Delivered({ deliveries: { ok, pending, held, gave_up } }: Pick<FoundEvent, 'deliveries'>) {
  const waiting = held > 0 ? 'needs' : pending > 0 ? 'runs' : 'works';
  const tone = gave_up > 0 ? 'failed' : waiting;
  return <Share all={ok + pending + gave_up} done={ok} tone={tone} />;
}

type ShareProps = { done: number; all: number; tone: StateTone };

function Share({ done, all, tone }: ShareProps) {
  const t = useTexts(eventListTexts);
  const language = useLanguage();
  if (all === 0) return <span className="text-soft">–</span>;
  const [part, whole] = [done, all].map((count) => numberText(count, language));
  return <StateText tone={tone}>{t.share(part ?? '', whole ?? '')}</StateText>;
}
