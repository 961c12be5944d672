import type { Language } from '../../../shared/language/language.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/time/durations.ts';
import { clockText } from '../../text/formats.ts';
import { dateFormat } from '../../text/formatters.ts';
import type { Tick } from './scale.ts';

type Zone = { language: Language; timeZone: string };

const MOST_TICKS = 7;
const minutes = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720, 1440];

/**
 * The texts below points in time: at round times of the zone, such as 06:00, 12:00 and 18:00, and at midnight the day.
 * If the points are days, every nth day has a text.
 */
export function timeTicks(times: readonly string[], zone: Zone): Tick[] {
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return [];
  const length = Date.parse(last) - Date.parse(first);
  const each = minutes.find((one) => length / (one * MINUTE_MS) < MOST_TICKS);
  const ofDay = times.map((time) => minuteOf(time, zone));
  if (each !== undefined && each * MINUTE_MS < DAY_MS) {
    return times.flatMap((time, index) => {
      const minute = ofDay[index] ?? 0;
      if (minute % each !== 0) return [];
      return { at: index, text: minute === 0 ? dayText(time, zone) : clockText(time, zone) };
    });
  }
  const midnights = times.flatMap((time, index) =>
    ofDay[index] === 0 ? { at: index, text: dayText(time, zone) } : [],
  );
  const every = Math.ceil(midnights.length / MOST_TICKS);
  return midnights.filter((_, index) => (midnights.length - 1 - index) % every === 0);
}

/** The time of day, in minutes since midnight. */
function minuteOf(at: string, { language, timeZone }: Zone): number {
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
  const parts = dateFormat(language, options).formatToParts(new Date(at));
  const [hour, minute] = (['hour', 'minute'] as const).map((name) =>
    Number(parts.find(({ type }) => type === name)?.value ?? 0),
  );
  return ((hour ?? 0) * HOUR_MS) / MINUTE_MS + (minute ?? 0);
}

/** Such as "23. Nov." or "23 Nov". */
export function dayText(at: string, { language, timeZone }: Zone): string {
  const options = { day: 'numeric', month: 'short', timeZone } as const;
  return dateFormat(language, options).format(new Date(at));
}
