/**
 * The origin of the receiver that a worker runs for sandboxes (`src/worker/delivery/practice-receiver.ts`). No host
 * exists below `.example`, and the guard of URLs refuses this one to everybody (P1066).
 */
export const PRACTICE_ORIGIN = 'https://practice-receiver.example';
export const PRACTICE_HOST = new URL(PRACTICE_ORIGIN).hostname;
