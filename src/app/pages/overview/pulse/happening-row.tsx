import type { ReactNode } from 'react';
import { actionText } from '../../../../features/audit-log/audit-names.schema.ts';
import type { FoundDelivery } from '../../../../features/webhooks/list-all-deliveries.schema.ts';
import { hasState, stateWord, toneOf } from '../../../../shared/web/states.ts';
import { Ago } from '../../../session/time.tsx';
import { numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { deliveryState } from '../../../thread/delivery-status.tsx';
import { threadTexts } from '../../../thread/texts.ts';
import { Who } from '../../../thread/who.tsx';
import { Swatch } from '../../../ui/chart/swatch.tsx';
import type { Tone } from '../../../ui/chart/tones.ts';
import { HoverCard } from '../../../ui/hover-card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { StateMark } from '../../../ui/state.tsx';
import { pulseTexts } from './texts.ts';
import type { Happening, useTrainees } from './use-happenings.ts';

/** As wide as an icon, so that all texts begin at one edge. */
const mark = 'grid size-3.5 shrink-0 place-items-center';

type LineProps = {
  place: Place;
  mark: ReactNode;
  sent?: Happening['sent'];
  at: string | null;
  children: ReactNode;
};

/** One line. A card says the whole of a text that has no room. */
function Line({ place: { to, search }, mark: what, sent, at, children }: LineProps) {
  return (
    <HoverCard
      {...(search && { search })}
      card={() => <span className="wrap-anywhere">{children}</span>}
      isForCut
      look="relative flex h-7 items-center gap-2 rounded-md px-2 text-sm hover:bg-hover focus-visible:-outline-offset-2"
      to={to}
    >
      <span className={mark}>{what}</span>
      <span className="min-w-0 flex-1 truncate">{children}</span>
      <SentMark sent={sent} />
      {at ? (
        <span className="tabular shrink-0 text-xs text-soft">
          <Ago at={at} shows="short" />
        </span>
      ) : null}
    </HoverCard>
  );
}

type RowProps = {
  happening: Happening;
  trainees: ReturnType<typeof useTrainees>;
  nameOf: (userId: string | undefined) => string | undefined;
};

export function HappeningRow({ happening, trainees, nameOf }: RowProps) {
  switch (happening.kind) {
    case 'request': {
      const { request_id, method, path, status, code, at } = happening.line;
      return (
        <Line
          at={at}
          mark={<Swatch tone={toneOfRequest(status, code)} />}
          place={placeOf(happening, { to: '/request-log', search: { line: request_id } })}
          sent={happening.sent}
        >
          <span className="font-mono text-xs">
            <span className="tabular mr-2 text-soft">{status}</span>
            {method} {path}
          </span>
        </Line>
      );
    }
    case 'delivery':
      return <DeliveryRow delivery={happening.delivery} sent={happening.sent} />;
    case 'reads':
      return <ReadsRow isAll={happening.isAll} lines={happening.lines} />;
    case 'entry':
      return (
        <EntryRow
          entry={happening.entry}
          sent={happening.sent}
          trainee={nameOf(trainees.get(happening.entry.target.id))}
        />
      );
    case 'training':
      return (
        <TrainingRow name={nameOf(happening.training.user_id)} training={happening.training} />
      );
  }
}

type Of<K extends Happening['kind']> = Extract<Happening, { kind: K }>;

type Place = { to: string; search?: Record<string, string> };

/** What was sent leads to the thread, which shows it all. Without a request, to what went worst. */
function placeOf({ sent }: Pick<Happening, 'sent'>, otherwise: Place): Place {
  const request = worstFirst(sent)[0]?.request_id;
  return request ? { to: `/thread/${request}` } : otherwise;
}

const order = ['failed', 'needs', 'runs', 'works'];

function worstFirst(sent: Happening['sent']) {
  const place = (one: FoundDelivery) => order.indexOf(toneOf('delivery', deliveryState(one)));
  return [...(sent?.deliveries ?? [])].sort((one, other) => place(one) - place(other));
}

/** How the deliveries of a happening went: the mark of the worst of them. */
function SentMark({ sent }: Pick<Happening, 'sent'>) {
  const t = useTexts(pulseTexts);
  const language = useLanguage();
  const states = worstFirst(sent).map(deliveryState);
  const [worst] = states;
  if (!sent || !worst) return null;
  const words = [...new Set(states.map((state) => stateWord('delivery', state, language)))];
  const count = `${numberText(states.length, language)}${sent.isAll ? '' : '+'}`;
  const said = `${t.deliveries(count, count === '1')}: ${words.join(', ')}`;
  return (
    <span className="flex shrink-0 items-center gap-1" title={said}>
      <Icon className="text-soft" name="mail" size={14} />
      <StateMark tone={toneOf('delivery', worst)} />
      <span className="hidden-text">{said}</span>
    </span>
  );
}

function ReadsRow({ lines, isAll }: Pick<Of<'reads'>, 'lines' | 'isAll'>) {
  const t = useTexts(pulseTexts);
  const count = `${numberText(lines.length, useLanguage())}${isAll ? '' : '+'}`;
  const names = new Set(lines.flatMap(({ key }) => key?.name ?? []));
  const [{ at }] = lines;
  const search = {
    status: '2xx',
    method: 'GET',
    since: lines.at(-1)?.at ?? at,
    until: new Date(Date.parse(at) + 1).toISOString(),
  };
  return (
    <Line at={at} mark={<Swatch tone="works" />} place={{ to: '/request-log', search }}>
      {t.reads(count)}{' '}
      <span className="text-soft">{names.size > 0 ? t.by([...names].join(', ')) : null}</span>
    </Line>
  );
}

function DeliveryRow({ delivery, sent }: Pick<Of<'delivery'>, 'delivery' | 'sent'>) {
  const { event_type, created_at } = delivery;
  const [worst = delivery] = worstFirst(sent);
  return (
    <Line
      at={created_at}
      mark={<Icon className="text-soft" name="feed" size={14} />}
      place={placeOf({ sent }, { to: `/deliveries/${worst.id}` })}
      sent={sent}
    >
      <span className="font-mono text-xs">{event_type}</span>
    </Line>
  );
}

type EntryProps = Pick<Of<'entry'>, 'entry' | 'sent'> & { trainee?: string | undefined };

/** `trainee`: whose training or assignment the entry is about. It says more than who has made the change. */
function EntryRow({ entry, sent, trainee }: EntryProps) {
  const t = useTexts(threadTexts);
  const { id, action, actor, target, at } = entry;
  const names = [trainee, target.name].filter(Boolean).join(' · ');
  return (
    <Line
      at={at}
      mark={<Icon className="text-soft" name="pencil" size={14} />}
      place={placeOf({ sent }, { to: '/audit-log', search: { entry: id } })}
      sent={sent}
    >
      {actionText(action, t)}{' '}
      <span className="text-soft">
        {names}
        {names && !trainee ? ' · ' : null}
        {trainee ? null : <Who actor={actor} />}
      </span>
    </Line>
  );
}

type TrainingProps = Pick<Of<'training'>, 'training'> & { name: string | undefined };

function TrainingRow({ training, name }: TrainingProps) {
  const language = useLanguage();
  const { id, status, created_at } = training;
  const isKnown = hasState('training', status);
  return (
    <Line
      at={created_at}
      mark={<StateMark tone={isKnown ? toneOf('training', status) : 'ended'} />}
      place={{ to: `/trainings/${id}` }}
    >
      <span className="hidden-text">
        {isKnown ? stateWord('training', status, language) : status}:
      </span>
      {name}
    </Line>
  );
}

/** The tones of the lane of requests. */
function toneOfRequest(status: number, code: string | null): Tone {
  if (code === 'rate_limited') return 'stripes';
  if (status >= 500) return toneOf('request', 'server');
  return toneOf('request', code === null ? 'ok' : 'rejected');
}
