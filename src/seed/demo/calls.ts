import type { Random } from './random.ts';
import { table } from './table.ts';

/** A kind of request, and its answer. */
export type Kind = {
  method: string;
  /** Null if the request was refused before the API knew the route. */
  route: string | null;
  /** The path, for a request without a route. */
  path: string | null;
  /** What the id in the path belongs to. */
  subject: string;
  status: number;
  code: string | null;
  why: object | null;
};

/** What the client of each key asks, and how often, and what the API refuses to anybody (without a weight). */
const rows = table(
  ['client', 'weight', 'method', 'route', 'status', 'code', 'why'],
  `
crm         | 30  | GET  | /trainings
crm         | 22  | GET  | /evaluations
crm         | 14  | GET  | /assignments
crm         | 12  | GET  | /users
crm         | 9   | GET  | /trainings/{training_id}/evaluation
crm         | 5   | GET  | /users/{member_id}
crm         | 4   | GET  | /catalog
crm         | 0.9 | POST | /assignments        | 422 | validation_error | {"check": "input", "fields": [{"in": "body", "pointer": "/due_date", "code": "invalid_format"}]}
crm         | 0.5 | POST | /assignments        | 422 | validation_error | {"check": "input", "fields": [{"in": "body", "pointer": "/due", "code": "unrecognized_key"}, {"in": "body", "pointer": "/title", "code": "invalid_type"}]}
crm         | 0.5 | POST | /assignments        | 422 | kombination_ungueltig | {"check": "combination", "dimension": "personality"}
crm         | 0.5 | POST | /assignments        | 403 | vorgabe_gesperrt | {"check": "policy", "dimension": "personality"}
crm         | 0.9 | GET  | /users/{member_id}  | 404 | not_found | {"check": "object"}
reports     | 40  | GET  | /analytics/team
reports     | 25  | GET  | /evaluations
reports     | 20  | GET  | /trainings
reports     | 10  | GET  | /users
reports     | 1.5 | GET  | /evaluations        | 422 | validation_error | {"check": "input", "fields": [{"in": "query", "pointer": "/cursor", "code": "invalid_cursor"}]}
reports     | 1   | GET  | no: /analytics/teams | 404 | not_found | {"check": "route"}
personnel   | 70  | GET  | /users
personnel   | 20  | GET  | /users/{member_id}
personnel   | 4   | GET  | /trainings          | 403 | insufficient_scope | {"check": "scope", "required_scope": "trainings:read"}
wrongSecret |     | GET  | no: /users          | 401 | unauthorized | {"check": "key", "reason": "wrong_secret"}
expired     |     | GET  | no: /analytics/team | 401 | unauthorized | {"check": "key", "reason": "expired"}
revoked     |     | GET  | no: /catalog        | 401 | unauthorized | {"check": "key", "reason": "revoked"}
elsewhere   |     | GET  | no: /trainings      | 401 | unauthorized | {"check": "key", "reason": "address_not_allowed"}
limited     |     | GET  | no: /evaluations    | 429 | rate_limited | {"check": "rate_limit", "limit": "key"}
`,
);

const calls = rows.map(({ client, weight, method, route, status, code, why }) => {
  const isRouted = !route.startsWith('no: ');
  const subject = code === 'not_found' ? 'removed' : (/\{(\w+)_id\}/.exec(route)?.[1] ?? '');
  const kind: Kind = {
    method,
    route: isRouted ? route : null,
    path: isRouted ? null : route.slice('no: '.length),
    subject,
    status: Number(status || 200),
    code: code || null,
    why: why ? (JSON.parse(why) as object) : null,
  };
  return { client, weight: Number(weight), kind };
});

/** A request that has made something. */
export const posted = (route: string): Kind => {
  return { method: 'POST', route, path: null, subject: '', status: 201, code: null, why: null };
};

/** A call of a client, or what the API refuses under this name. */
export function callOf(client: string, random: Random): Kind {
  const kinds = calls.filter((call) => call.client === client);
  let roll = random.next() * kinds.reduce((sum, { weight }) => sum + weight, 0);
  const found = kinds.find(({ weight }) => {
    roll -= weight;
    return roll < 0;
  });
  const { kind } = found ?? random.pick(kinds);
  return kind;
}
