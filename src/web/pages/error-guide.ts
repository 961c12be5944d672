import { INVITATIONS_PER_HOUR, REQUESTS_PER_KEY } from '../../auth/rate-state.ts';
import type { ErrorCode } from '../../shared/errors.ts';

/** For developers: what each code means, and what to do. */
export const errorGuide: Record<ErrorCode, { when: string; todo: string }> = {
  bad_request: {
    when: 'The request was refused before its fields were looked at. The path has no such method (405), the body is larger than 256 KiB (413), the body is compressed or is not <code>application/json</code> in UTF-8 (415), or the HTTP message itself cannot be read (400, 408, 431).',
    todo: 'The status and <code>detail</code> say which of these it is. A 405 names the possible methods in the <code>Allow</code> header.',
  },
  unauthorized: {
    when: 'The key is missing, malformed, wrong, unknown, expired or revoked, or it may not be used from this address. For safety, the answer never says which.',
    todo: 'Send the key in the header, as <code>Authorization: Bearer svck_live_…</code>; it is not read from the query or a cookie. Then ask an admin of the team for its state, expiry and address list.',
  },
  insufficient_scope: {
    when: 'The key lacks the scope that <code>required_scope</code> names. Without <code>required_scope</code>: the request gives or takes away the role <code>admin</code>, which needs a key made by the owner or by an active admin.',
    todo: '<code>GET /me</code> lists the scopes of the key. They are fixed when a key is made: make a new key that has the scope.',
  },
  privacy_restricted: {
    when: 'The team has turned off <code>member_detail_enabled</code>, and this operation shows what single persons do.',
    todo: 'Use <code>GET /analytics/team</code>, which shows the team as a whole. <code>GET /users</code> and <code>GET /crm/deals</code> work too, without the personal field. Only the team can turn the switch on; <code>GET /me</code> shows it.',
  },
  api_disabled: {
    when: 'The team is suspended or has ended, or its plan does not include the API.',
    todo: 'No program can put this right: ask the owner of the team.',
  },
  vorgabe_gesperrt: {
    when: 'A policy that holds for the recipient blocks the situation, the personality or the industry of the assignment.',
    todo: 'Choose another combination. <code>GET /catalog</code> shows what the policy of the team allows; a member may have a stricter one.',
  },
  not_found: {
    when: 'There is nothing at this path or with this id, or it belongs to another team. The answer never says which. The evaluation of a training exists only once the training is <code>scored</code>.',
    todo: 'Check the path and the id; capital and small letters differ. What a removed member did is no longer found either.',
  },
  conflict: {
    when: 'The e-mail already belongs to a member of the team or to its owner; or a request with the same <code>Idempotency-Key</code> is still running.',
    todo: '<code>detail</code> says which of the two it is. If one is still running, wait a second and send the same request with the same key again.',
  },
  seat_limit_reached: {
    when: 'No seat is free. The owner and every active or invited member take one each.',
    todo: 'Remove a member, or ask the owner of the team for more seats.',
  },
  last_admin: {
    when: 'The change would leave the team without an active admin. The owner and invited admins do not count.',
    todo: 'Make another active member admin first.',
  },
  owner: {
    when: 'The member is the owner of the team, who cannot be changed or removed through the API.',
    todo: 'The ownership is handed over in the app.',
  },
  validation_error: {
    when: 'Something in the query, the path, the body or a header is not valid. <code>errors</code> lists every such place at once: <code>in</code> and <code>pointer</code> say where, <code>detail</code> says what is expected. A fault that shows only in stored data, or in where a URL leads, is named by <code>field</code> instead.',
    todo: 'Correct what is listed. Unknown fields and query parameters are refused too, so look for a misspelt name. A <code>cursor</code> is good only for the list and the filters it came from; in a query, write the <code>+</code> of a time as <code>%2B</code>.',
  },
  idempotency_mismatch: {
    when: 'This <code>Idempotency-Key</code> was used in the last 24 hours with another body or path.',
    todo: 'Take a new key for every new action, and the same key with the same body only to repeat one.',
  },
  kombination_ungueltig: {
    when: 'The situation, the personality or the industry is unknown, not visible to the team, or does not go with the others. <code>dimension</code> says which of the three; <code>id</code> is there if the id is unknown or not visible.',
    todo: 'Take the ids from <code>GET /catalog</code>. Without <code>id</code>, all three exist: choose another combination.',
  },
  rate_limited: {
    when: `A limit is reached: ${REQUESTS_PER_KEY} requests a minute for the key, <code>rate_limit_per_min</code> of <code>GET /me</code> for all keys of the team together, ${REQUESTS_PER_KEY} a minute for an address without a valid key, or ${INVITATIONS_PER_HOUR} invitations an hour for the team.`,
    todo: 'Wait as many seconds as <code>Retry-After</code> says, then go on; a refused request does not count. <code>RateLimit-Remaining</code> tells how much is left before that.',
  },
  internal: {
    when: 'The service failed. Nothing was changed.',
    todo: 'Send the request again. If it fails again, tell us its <code>request_id</code>.',
  },
  unavailable: {
    when: 'The API cannot answer at the moment: it is starting, under maintenance, or without its database. In rare cases a change was made although its answer was lost.',
    todo: 'Send the request again after the seconds of <code>Retry-After</code>; a <code>POST</code> with the same <code>Idempotency-Key</code> as before, so that nothing happens twice.',
  },
};
