/** What to make; all but the teams is counted per team. */
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
  /** Makes the ids of this run its own. */
  salt: string;
  tenantIds: string[];
  now: Date;
};

const YEAR = 365 * 86_400_000;

/** The first year of the team's life ends now. */
export function startOf(now: Date): number {
  return now.getTime() - YEAR;
}

/** Rows of one kind are spread over the year, the oldest first, as they would have come. */
export function stepOf(rows: number): number {
  return Math.max(1, Math.floor((YEAR - 1000) / (rows + 1)));
}
