/**
 * The origins of what a process runs for sandboxes for looking around and for the demo team: a receiver
 * (`src/worker/delivery/practice-receiver.ts`) and a CRM (`src/seed/demo-crm/practice-crm.ts`). No host exists below
 * `.example`, and the guard of URLs refuses both to everybody.
 */
export const PRACTICE_ORIGIN = 'https://practice-receiver.example';
export const PRACTICE_CRM_ORIGIN = 'http://practice-crm.example';

const hosts = new Set([PRACTICE_ORIGIN, PRACTICE_CRM_ORIGIN].map((url) => new URL(url).hostname));

export const isPracticeHost = (hostname: string): boolean => hosts.has(hostname);
