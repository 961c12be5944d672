import { DAY_MS } from '../../shared/time/durations.ts';

/** How long the security log and the known devices of a person are kept. */
export const SECURITY_LOG_MS = 365 * DAY_MS;
