import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/durations.ts';
import type { Language } from '../../../shared/language.ts';
import { clockText } from '../../text/formats.ts';
import { dateFormat } from '../../text/formatters.ts';
import type { Tick } from './scale.ts';

type Zone = { language: Language; timeZone: string };

const MOST_TICKS = 7;
const minutes = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720, 1440];

/**
 * Texts below points at these times: at round times of the zone, such as 06:00, 12:00 and 18:00. At
 * midnight stands the day. Points that are days have the day at every nth of them.
 */
export function timeTicks(times: readonly string[], zone: Zone): Tick[] {
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return [];
  const length = Date.parse(last) - Date.parse(first);
  const each = minutes.find((one) => length / (one * MINUTE_MS) < MOST_TICKS);
  const ofDay = times.map((time) => minuteOf(time, zone.timeZone));
  if (each !== undefined && each * MINUTE_MS < DAY_MS) {
    return times.flatMap((time, at) => {
      const minute = ofDay[at] ?? 0;
      if (minute % each !== 0) return [];
      return { at, text: minute === 0 ? dayText(time, zone) : clockText(time, zone) };
    });
  }
  const midnights = times.flatMap((time, at) =>
    ofDay[at] === 0 ? { at, text: dayText(time, zone) } : [],
  );
  const every = Math.ceil(midnights.length / MOST_TICKS);
  return midnights.filter((_, at) => (midnights.length - 1 - at) % every === 0);
}

/** The minutes since midnight. */
function minuteOf(at: string, timeZone: string): number {
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
  const [hour = 0, minute = 0] = dateFormat('en', options)
    .format(new Date(at))
    .split(':')
    .map(Number);
  return (hour * HOUR_MS) / MINUTE_MS + minute;
}

/** Such as "23. Nov." or "23 Nov". */
export function dayText(at: string, { language, timeZone }: Zone): string {
  const options = { day: 'numeric', month: 'short', timeZone } as const;
  return dateFormat(language, options).format(new Date(at));
}
