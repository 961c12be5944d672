import { successShare } from '../../shared/web/figures.ts';

/** Of an endpoint with fewer attempts a day, or with a larger share of successes, retries are nothing unusual. */
const LEAST_ATTEMPTS = 10;
const GOOD_SHARE = 0.8;

/** Whether so many attempts of an endpoint have failed within 24 hours that somebody should look. */
export function failsOften(sums: { ok: number; failed: number }): boolean {
  const share = successShare(sums);
  return share !== null && share < GOOD_SHARE && sums.ok + sums.failed >= LEAST_ATTEMPTS;
}
