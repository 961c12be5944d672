import { Link } from '@tanstack/react-router';
import { type FocusEvent, type PointerEvent, useState } from 'react';
import { actionText } from '../../../../features/audit-log/audit-names.schema.ts';
import type { FoundDelivery } from '../../../../features/webhooks/find-deliveries.schema.ts';
import { hasState, stateWord, toneOf } from '../../../../shared/states.ts';
import { Ago } from '../../../session/time.tsx';
import { useMembersById } from '../../../team/members-by-id.ts';
import { numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { deliveryState } from '../../../thread/delivery-status.tsx';
import { threadTexts } from '../../../thread/texts.ts';
import { Who } from '../../../thread/who.tsx';
import { Swatch } from '../../../ui/chart/swatch.tsx';
import type { Tone } from '../../../ui/chart/tones.ts';
import { classes } from '../../../ui/classes.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StateMark } from '../../../ui/state.tsx';
import { pulseTexts } from './texts.ts';
import { type Happening, MOST, type Shown, useHappenings, useTrainees } from './use-happenings.ts';

/**
 * The last ten happenings of the team. New ones slide in from above. While the person points at the list or is in it
 * with the keyboard, new ones wait, so that nothing moves under the pointer.
 */
export function JustNow(what: Shown) {
  const t = useTexts(pulseTexts);
  const { newest, visible, isLoading, isError } = useHappenings(what);
  const { shown, isNew, handlers } = useShown(newest, visible);
  const trainees = useTrainees(shown);
  const members = useMembersById(
    shown.map((one) => {
      if (one.kind === 'training') return one.training.user_id;
      return one.kind === 'entry' ? (trainees.get(one.entry.target.id) ?? null) : null;
    }),
  );
  const nameOf = (userId: string | undefined) => {
    const member = userId === undefined ? undefined : members.get(userId);
    return member?.name ?? member?.email ?? userId;
  };
  return (
    <section
      aria-label={t.now}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-2 rounded-xl border border-line bg-card py-4 shadow-sm"
    >
      <h2 className="flex h-7 items-center gap-2 px-4 font-medium">
        {t.now}
        {isError ? (
          <span className="flex items-center gap-1.5 text-sm font-normal text-soft">
            <StateMark tone="failed" />
            {t.notRead}
          </span>
        ) : (
          <span aria-hidden="true" className="beat size-1.5 rounded-full bg-works" />
        )}
      </h2>
      {/* As high as ten rows from the start, so that nothing below moves. */}
      <div className="min-h-70 px-2" {...handlers}>
        {isLoading ? <Loading /> : null}
        {!isLoading && shown.length === 0 ? (
          <p className="px-2 text-sm text-pretty text-soft">
            {isError ? t.notReadMore : t.nothingYet}
          </p>
        ) : null}
        <ol className="overflow-hidden">
          {shown.map((happening) => (
            <li className={classes(isNew(happening) && 'drop')} key={happening.id}>
              <Row happening={happening} nameOf={nameOf} trainees={trainees} />
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function Loading() {
  return (
    <div aria-busy="true" className="grid gap-2 px-2 pt-1">
      {Array.from({ length: MOST }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike.
        <Skeleton className="h-5 w-full" key={index} />
      ))}
    </div>
  );
}

/**
 * What is on the screen: the newest, or while the person reads, what was there when they began. What the person may not
 * see any more goes at once.
 */
function useShown(newest: readonly Happening[], visible: (one: Happening) => readonly Happening[]) {
  const [kept, setKept] = useState<readonly Happening[]>();
  // What was there at first does not slide in.
  const [first, setFirst] = useState<ReadonlySet<string>>();
  if (!first && newest.length > 0) setFirst(new Set(newest.map(({ id }) => id)));
  const keep = () => setKept((before) => before ?? newest);
  // The pointer may leave while the focus is in the list, and the focus while the pointer is. Then the person still
  // reads, and a row with the focus must not fall off.
  const handlers = {
    onPointerEnter: keep,
    onPointerLeave: ({ currentTarget }: PointerEvent) => {
      if (!currentTarget.contains(document.activeElement)) setKept(undefined);
    },
    onFocus: keep,
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (currentTarget.contains(relatedTarget) || currentTarget.matches(':hover')) return;
      setKept(undefined);
    },
  };
  const isNew = ({ id }: Happening) => first !== undefined && !first.has(id);
  return { shown: (kept ?? newest).flatMap(visible), isNew, handlers };
}

const row =
  'relative flex h-7 items-center gap-2 rounded-md px-2 text-sm hover:bg-hover focus-visible:-outline-offset-2';

/** As wide as an icon, so that all texts begin at one edge. */
const mark = 'grid size-3.5 shrink-0 place-items-center';

type RowProps = {
  happening: Happening;
  trainees: ReturnType<typeof useTrainees>;
  nameOf: (userId: string | undefined) => string | undefined;
};

function Row({ happening, trainees, nameOf }: RowProps) {
  switch (happening.kind) {
    case 'request': {
      const { request_id, method, path, status, code, at } = happening.line;
      return (
        <Link
          className={row}
          {...placeOf(happening, { to: '/request-log', search: { line: request_id } })}
        >
          <span className={mark}>
            <Swatch tone={toneOfRequest(status, code)} />
          </span>
          <span className="tabular font-mono text-xs text-soft">{status}</span>
          <span className="min-w-0 flex-1 truncate font-mono text-xs">
            {method} {path}
          </span>
          <SentMark sent={happening.sent} />
          <When at={at} />
        </Link>
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
function placeOf({ sent }: Pick<Happening, 'sent'>, otherwise: Place) {
  const [first] = worstFirst(sent);
  const request = first?.request_id;
  const { to, search = {} } = request ? { to: `/thread/${request}` } : otherwise;
  return { to, search: search as never };
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
    ...{ status: '2xx', method: 'GET', since: lines.at(-1)?.at },
    until: new Date(Date.parse(at) + 1).toISOString(),
  };
  return (
    <Link className={row} search={search as never} to="/request-log">
      <span className={mark}>
        <Swatch tone="works" />
      </span>
      <span className="min-w-0 flex-1 truncate">
        {t.reads(count)}{' '}
        <span className="text-soft">{names.size > 0 ? t.by([...names].join(', ')) : null}</span>
      </span>
      <When at={at} />
    </Link>
  );
}

function DeliveryRow({ delivery, sent }: Pick<Of<'delivery'>, 'delivery' | 'sent'>) {
  const { event_type, created_at } = delivery;
  const [worst = delivery] = worstFirst(sent);
  return (
    <Link className={row} {...placeOf({ sent }, { to: `/deliveries/${worst.id}` })}>
      <Icon className="shrink-0 text-soft" name="feed" size={14} />
      <span className="min-w-0 flex-1 truncate font-mono text-xs">{event_type}</span>
      <SentMark sent={sent} />
      <When at={created_at} />
    </Link>
  );
}

type EntryProps = Pick<Of<'entry'>, 'entry' | 'sent'> & { trainee?: string | undefined };

/** `trainee`: whose training or assignment the entry is about. It says more than who has made the change. */
function EntryRow({ entry, sent, trainee }: EntryProps) {
  const t = useTexts(threadTexts);
  const { id, action, actor, target, at } = entry;
  const names = [trainee, target.name].filter(Boolean).join(' · ');
  return (
    <Link className={row} {...placeOf({ sent }, { to: '/audit-log', search: { entry: id } })}>
      <Icon className="shrink-0 text-soft" name="pencil" size={14} />
      <span className="min-w-0 flex-1 truncate">
        {actionText(action, t)}{' '}
        <span className="text-soft">
          {names}
          {names && !trainee ? ' · ' : null}
          {trainee ? null : <Who actor={actor} />}
        </span>
      </span>
      <SentMark sent={sent} />
      <When at={at} />
    </Link>
  );
}

type TrainingProps = Pick<Of<'training'>, 'training'> & { name: string | undefined };

function TrainingRow({ training, name }: TrainingProps) {
  const language = useLanguage();
  const { id, status, created_at } = training;
  const isKnown = hasState('training', status);
  return (
    <Link className={row} to={`/trainings/${id}`}>
      <span className={mark}>
        <StateMark tone={isKnown ? toneOf('training', status) : 'ended'} />
      </span>
      <span className="hidden-text">
        {isKnown ? stateWord('training', status, language) : status}:
      </span>
      <span className="min-w-0 flex-1 truncate">{name}</span>
      {created_at ? <When at={created_at} /> : null}
    </Link>
  );
}

function When({ at }: { at: string }) {
  return (
    <span className="tabular shrink-0 text-xs text-soft">
      <Ago at={at} shows="short" />
    </span>
  );
}

/** The tones of the lane of requests. */
function toneOfRequest(status: number, code: string | null): Tone {
  if (code === 'rate_limited') return 'stripes';
  if (status >= 500) return toneOf('request', 'server');
  return toneOf('request', code === null ? 'ok' : 'rejected');
}
