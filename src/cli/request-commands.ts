import { createSecretKey, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { showRequest } from '../features/thread/show-request.ts';
import { command } from './command.ts';
import { requiredId, teamFlag } from './flags.ts';
import { inTeam } from './in-team.ts';

/** Nobody reads on from what this command finds, so no cursor leaves it. */
const cursorKey = createSecretKey(randomBytes(32));

export const requestShow = command({
  name: 'request show',
  reads: true,
  summary: 'a request with its changes, its events and their deliveries, and the id of its trace',
  result:
    '{request_id, trace_id, request, changes: […], events: [{id, type, at, deliveries: [{…, attempts: [{n, after_ms, …}]}]}]}',
  flags: {
    team: teamFlag,
    request: {
      ...requiredId('ID', 'the id of a request (X-Request-Id, request_id in the log)'),
      schema: z.uuid().toLowerCase(),
    },
  },
  notes: [
    'trace_id: what the request has begun. If a proxy or the product has named a trace, the line of the request in',
    'the log has that one, and this one has the deliveries, with a link to it. after_ms: since the first change.',
  ],
  run: (context, { team, request }) =>
    inTeam(context, team, (call) => showRequest({ ...call, cursorKey }, request)),
});
