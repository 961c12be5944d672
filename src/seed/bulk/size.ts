import { DAY_MS } from '../../shared/durations.ts';
/** How many rows to make. All numbers except that of teams are per team. */
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

/** The first year of the team's life ends now. */
export function startOf(now: Date): number {
  return now.getTime() - YEAR;
}

/** Spreads the rows of one kind over the year, the oldest first. */
export function stepOf(rows: number): number {
  return Math.max(1, Math.floor((YEAR - 1000) / (rows + 1)));
}
