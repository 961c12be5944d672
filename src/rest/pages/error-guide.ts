import type { ErrorCode } from '../../shared/errors.ts';

/** What each code means to the developer who meets it, and what to do. */
export const errorGuide: Record<ErrorCode, { when: string; todo: string }> = {
  bad_request: {
    when: 'The request was refused before its content was looked at: method (405), size (413), media type (415) or an HTTP message that cannot be read (400, 408, 431).',
    todo: 'Read the status and <code>detail</code>. A 405 names the methods in the <code>Allow</code> header.',
  },
  unauthorized: {
    when: 'The key is missing, malformed, unknown, expired or revoked, or the caller’s address is not on its list. The answer is the same in all cases.',
    todo: 'Send <code>Authorization: Bearer svck_live_…</code>. Check the key’s state and address list in the app.',
  },
  insufficient_scope: {
    when: 'The key lacks the scope that <code>required_scope</code> names; or an admin role is granted or revoked with a key whose creator is neither owner nor active admin.',
    todo: 'Scopes are fixed at creation: make a new key with the scope.',
  },
  privacy_restricted: {
    when: 'The team has turned off <code>member_detail_enabled</code>, and this route is about single persons.',
    todo: 'Use <code>GET /analytics/team</code>, or ask the team to turn the switch on.',
  },
  api_disabled: {
    when: 'The team is suspended or has ended, or its plan has no API.',
    todo: 'Nothing a program can do: ask the team’s owner.',
  },
  vorgabe_gesperrt: {
    when: 'A policy of the recipient blocks the situation, the personality or the industry of the assignment.',
    todo: 'Choose another combination. <code>GET /catalog</code> shows what the team’s policy leaves.',
  },
  not_found: {
    when: 'There is nothing at this path or under this id, or it belongs to another team. The two cannot be told apart.',
    todo: 'Check the id and the path; names are case-sensitive.',
  },
  conflict: {
    when: 'The e-mail already belongs to the team; or a call with the same <code>Idempotency-Key</code> is still running.',
    todo: 'Read <code>detail</code>. For a running call, wait a moment and send the same request again.',
  },
  seat_limit_reached: {
    when: 'Every seat is taken by an active or invited member or the owner.',
    todo: 'Remove a member or buy a seat.',
  },
  last_admin: {
    when: 'The team would be left without an active admin.',
    todo: 'Make someone else admin first.',
  },
  owner: {
    when: 'The target is the owner, who cannot be changed or removed through the API.',
    todo: 'Ownership is transferred in the app.',
  },
  validation_error: {
    when: 'A value of the query, the path, the body or a header is invalid. <code>errors</code> lists all of them; <code>field</code> stands instead where the check needed data.',
    todo: 'Correct the places that <code>pointer</code> names. Unknown fields and parameters are refused too.',
  },
  idempotency_mismatch: {
    when: 'The <code>Idempotency-Key</code> was used in the last 24 hours with another body or path.',
    todo: 'Use a new key for a new action, and the same body for a repetition.',
  },
  kombination_ungueltig: {
    when: 'A situation, personality or industry is unknown or not visible to the team, or the three do not go together. <code>dimension</code> names the place, <code>id</code> the unknown id.',
    todo: 'Take ids from <code>GET /catalog</code>.',
  },
  rate_limited: {
    when: 'The key (120 a minute), the team or the invitations (60 an hour) have reached their limit.',
    todo: 'Wait the seconds that <code>Retry-After</code> gives. <code>RateLimit-Remaining</code> tells in advance.',
  },
  internal: {
    when: 'Something failed that we did not foresee. Nothing was changed.',
    todo: 'Send it again; if it stays, tell us the <code>request_id</code>.',
  },
  unavailable: {
    when: 'The API cannot answer at the moment.',
    todo: 'Send it again after <code>Retry-After</code>, with the same <code>Idempotency-Key</code>.',
  },
};
