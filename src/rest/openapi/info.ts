import { INVITATIONS_PER_HOUR, REQUESTS_PER_KEY } from '../../auth/rate-limits.ts';

export const info = {
  title: 'Team API',
  version: '1.0.0',
  contact: { name: 'Team API support' },
  license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
  description: `Read and change what belongs to one team: its members, trainings and evaluations, assignments, cases, \
its catalog, analytics and CRM data.

## Base URL

All paths are relative to \`/api/public/v1\` on the host of the product. Bodies are JSON in UTF-8. \`HEAD\` answers \
like \`GET\`, without a body. The code samples take the base URL from the environment variable \`API\` and the key from \
\`KEY\`.

## Authentication

Send the key in every request: \`Authorization: Bearer svck_live_…\`. A key belongs to one team, so no path and no \
body names a team. Every operation except \`GET /me\` needs the scope that its description names. A missing, \
unknown, expired or revoked key, or one that is used from an address that it does not allow, always gives the same \
401 \`unauthorized\`. An id of another team gives the same 404 as an id that never existed.

## Rate limits

A key has ${REQUESTS_PER_KEY} requests a minute, and a team has its own limit over all of its keys \
(\`rate_limit_per_min\` of \`GET /me\`, 600 unless agreed otherwise); the tighter one counts. Every response says how \
much is left in \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` (seconds). A 429 says in \
\`Retry-After\` when to come back. A team can send ${INVITATIONS_PER_HOUR} invitations an hour.

## Pagination

Lists are sorted newest first. \`limit\` is 50 unless given, and 200 at most. Pass \`next_cursor\` unchanged as \
\`cursor\` with the same filters to get the page that follows; \`null\` means that there is none. A page whose entries \
reach 2 MB ends there: only \`next_cursor\` tells whether more follows, never the number of entries.

## Idempotency

Every \`POST\` takes an \`Idempotency-Key\`. For 24 hours the same key with the same body gets the first response \
again, marked by \`Idempotency-Replayed: true\`, and nothing is done twice. Another body or path gives 422 \
\`idempotency_mismatch\`, and a call while the first one still runs gives 409 \`conflict\`.

## Webhooks

The service sends what happens in the team to the URLs that are registered with \`POST /webhook-endpoints\`; \
\`webhooks\` in this document describes each type of event. Every request is signed in \`Svc-Signature\` with the \
\`secret\` of the endpoint. Any 2xx within ten seconds counts as received; everything else is repeated after 1 min, \
5 min, 30 min, 2 h, 6 h, 12 h and 24 h. An event comes at least once, in no order: compare \`Svc-Event-Id\` \
to notice a repeated event. An endpoint that has failed for three days is paused (\`disabled_failures\`) until its \`status\` is set to \
\`active\`; what happens meanwhile is kept for it for 30 days.

## Errors

Errors are problem documents (RFC 9457, \`application/problem+json\`). Match on \`code\`, which never changes. \
\`title\` is German, or English if \`Accept-Language\` prefers it; \`detail\` is an English hint for developers. Give \
\`request_id\` (also in the header \`X-Request-Id\`) when you ask for help. A method that a path does not have gives \
405 with the code \`bad_request\` and the header \`Allow\`.

## What stays, and what may come

Within \`v1\` there are only additions: new fields, new operations, new values where a field lists examples instead of \
an enumeration. Ignore what you do not know. A breaking change comes as \`v2\`; \`v1\` then stays for at least twelve \
months, and the headers \`Deprecation\` and \`Sunset\` announce its end. In requests an unknown field or query parameter is an error, \
so that a misspelt one is noticed.`,
} as const;

export const securitySchemes = {
  bearerAuth: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'svck_live_<key_prefix>_<secret_part>',
    description:
      'An API key of the team. An admin creates it, and it is shown once. The scopes that are named with an operation ' +
      'are those that the key must have.',
  },
} as const;
