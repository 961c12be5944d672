/**
 * The files that `npm test` leaves to `npm run test:rest`: browsers, kills, CRMs, the samples of the documentation, the
 * SDK, the command line, starts and stops of processes. All rules of the contract, of tenancy, rights, events,
 * deliveries, idempotency and erasure stay in `npm test`.
 */
export const rest = [
  'test/**/*page.test.ts',
  'test/**/*.chaos.test.ts',
  'test/{app,browser,chaos,cli,client,command-line,crm,deploy,docs,embedded-postgres}/**/*.test.ts',
  'test/{fuzz,languages,listen,passkeys,processes,sdk,search,try-out}/**/*.test.ts',
];

/** Which part this run is: all files if paths are given. */
export const part = process.env.PART as 'core' | 'rest' | undefined;
