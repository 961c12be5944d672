import path from 'node:path';

/**
 * The files that `npm test` leaves to `npm run test:rest`, so that it takes a few minutes: browsers, kills, CRMs, the
 * samples of the documentation, the SDK, the command line, starts and stops of processes, what people do with their
 * account, and what takes long. The rules of the contract, of tenancy, rights, events, deliveries, idempotency and
 * erasure stay in `npm test`.
 */
export const rest = [
  'test/**/*page.test.ts',
  'test/**/*.chaos.test.ts',
  'test/{app,browser,chaos,cli,client,command-line,crm,deploy,docs,embedded-postgres}/**/*.test.ts',
  'test/{fuzz,languages,listen,passkeys,processes,sdk,search,try-out}/**/*.test.ts',
  'test/{account,auth,mail,sandboxes,security-log,session,technical-contact}/**/*.test.ts',
  'test/{analytics,api-keys,catalog,request-log,saved-views,team,thread}/**/*.test.ts',
  'test/{db,egress,noisy,operation,shared,tracing,web,worker}/**/*.test.ts',
  'test/contract/{bounded-pages,code-samples,neighbours,slow-clients}.test.ts',
  'test/delivery/{deletion,kill-worker,pass-time,replays,three-days,unproven-limits}.test.ts',
  'test/erasure/{ended-team,many-names,next-holder,restored-backup,steps,taken-name}.test.ts',
  'test/members/{acceptance,invitation-mails,invitation-pace,invitations-in-app}.test.ts',
  'test/policies/large-policies.test.ts',
  'test/rest/garbage.test.ts',
  'test/tenancy/generated-prisma-calls.test.ts',
  'test/trainings/intake-orders.test.ts',
  'test/trpc/{*exports,large-answers,*limits,malformed-requests,overload,team-states,unused-bodies}.test.ts',
];

/** Which part this run is: all files if paths are given. */
export const part = process.env.PART as 'core' | 'rest' | undefined;

/** Whether this run has the file. */
export function isInPart(file: string): boolean {
  const isRest = rest.some((pattern) => path.matchesGlob(file, pattern));
  return part === undefined || isRest === (part === 'rest');
}
