import { useSyncExternalStore } from 'react';
import {
  clockSecondText,
  dateText,
  dateTimeText,
  loggedText,
  relativeText,
  secondText,
} from '../text/formats.ts';
import { useLanguage } from '../text/language.ts';
import { idlePart } from '../ui/late-part.ts';
import { useOpening } from '../ui/use-opening.ts';
import { useTimeZone } from './time-zone.tsx';

const popover = idlePart(() => import('./time-popover.tsx'));

type Props = {
  at: string;
  /** Shows seconds too, for a log with several lines in a minute. */
  hasSeconds?: boolean;
  /** `logged`: a past time in a list. `wide`: the date, except in a narrow table. `clock`: below a heading with the date. */
  shows?: 'relative' | 'logged' | 'date' | 'date-time' | 'wide' | 'clock';
};

const look = 'tabular rounded-sm text-left decoration-dotted underline-offset-4 hover:underline';

/**
 * A time. A click opens it in three forms to copy: relative, in the team's time zone, and in UTC. A long table has
 * hundreds of times, so each is a plain button until a person opens it.
 */
export function Time({ at, hasSeconds = false, shows = 'relative' }: Props) {
  const { opened, open } = useOpening(popover);
  const language = useLanguage();
  const timeZone = useTimeZone();
  const { relative, logged } = useAge(at);
  const textOf = hasSeconds ? secondText : dateTimeText;
  const time = (
    <time dateTime={at}>
      {shows === 'relative' ? relative : null}
      {shows === 'logged' ? logged : null}
      {shows === 'date' ? dateText(at, { language, timeZone }) : null}
      {shows === 'date-time' ? textOf(at, { language, timeZone }) : null}
      {shows === 'clock' ? (
        <span title={secondText(at, { language, timeZone })}>
          {clockSecondText(at, { language, timeZone })}
        </span>
      ) : null}
      {shows === 'wide' ? (
        <>
          <span className="@[600px]:hidden">{relative}</span>
          <span className="hidden @[600px]:inline" title={textOf(at, { language, timeZone })}>
            {textOf(at, { language, timeZone })}
          </span>
        </>
      ) : null}
    </time>
  );
  if (opened) {
    return (
      <opened.TimePopover at={at} className={look} relative={relative}>
        {time}
      </opened.TimePopover>
    );
  }
  return (
    <button
      aria-expanded={false}
      aria-haspopup="dialog"
      className={look}
      onClick={open}
      type="button"
    >
      {time}
    </button>
  );
}

type AgoProps = { at: string; shows?: keyof ReturnType<typeof useAge> };

/** When something was, in a row that opens by a click anywhere. */
export function Ago({ at, shows = 'relative' }: AgoProps) {
  const age = useAge(at);
  return <time dateTime={at}>{age[shows]}</time>;
}

function useAge(at: string) {
  const language = useLanguage();
  const timeZone = useTimeZone();
  const relative = useSyncExternalStore(onTick, () => relativeText(at, Date.now(), language));
  return {
    relative,
    short: relativeText(at, Date.now(), language, 'short'),
    logged: loggedText(at, Date.now(), { language, timeZone }),
  };
}

const TICK_MS = 30_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock ticks for all times, so that "just now" does not stay for an hour. */
function onTick(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
