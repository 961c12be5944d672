import { DAY_MS } from '../../shared/time/durations.ts';
/** How many rows to make. All numbers but `teams` are per team. */
export type LoadSize = {
  teams: number;
  keys: number;
  members: number;
  trainings: number;
  assignments: number;
  deals: number;
  rateLimit: number;
};

export type LoadRun = LoadSize & {
  /** Makes the ids of this run unique. */
  salt: string;
  tenantIds: string[];
  now: Date;
};

const YEAR = 365 * DAY_MS;

/** Returns the time at which the data of a team begin. They cover the year up to now. */
export function startOf(now: Date): number {
  return now.getTime() - YEAR;
}

/** The distance in time between rows that are spread over the year. */
export function stepOf(rows: number): number {
  return Math.max(1, Math.floor((YEAR - 1000) / (rows + 1)));
}
