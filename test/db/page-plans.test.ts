import { createSecretKey } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { insertLines } from '../../src/db/log-slots.ts';
import { encodeCursor } from '../../src/db/pages/cursor.ts';
import { listAssignments } from '../../src/features/assignments/list-assignments.ts';
import { listOwnAssignments } from '../../src/features/assignments/list-own-assignments.ts';
import { countEntries, readEntries } from '../../src/features/audit-log/list-entries.ts';
import { listCases } from '../../src/features/cases/list-cases.ts';
import { listOwnCases } from '../../src/features/cases/read-own-cases.ts';
import { listDeals } from '../../src/features/crm/list-deals.ts';
import { listObjections } from '../../src/features/crm/list-objections.ts';
import { listEvaluations } from '../../src/features/evaluations/read-evaluations.ts';
import { countEvents } from '../../src/features/events/list-kept-events.ts';
import { listErased } from '../../src/features/members/list-erased.ts';
import { listFormerMembers } from '../../src/features/members/list-former-members.ts';
import { listMembers } from '../../src/features/members/list-members.ts';
import { readLines } from '../../src/features/request-log/list-requests.ts';
import type { LineFilter } from '../../src/features/request-log/request-log.schema.ts';
import {
  countTrainings,
  getTrainingsBeside,
  listOwnTrainings,
} from '../../src/features/trainings/count-trainings.ts';
import { listTrainings } from '../../src/features/trainings/list-trainings.ts';
import { readErased, readSessions } from '../../src/features/trainings/rules/lock-sessions.ts';
import { countDeliveries } from '../../src/features/webhooks/count-deliveries.ts';
import { listDeliveries } from '../../src/features/webhooks/list-deliveries.ts';
import type { RequestCall, TeamVisit } from '../../src/operation/call.ts';
import { useApi } from '../harness/use-api.ts';
import { plansOfCall } from './harness/plans-of-call.ts';
import { at, rowsOfTeams } from './harness/rows-of-teams.ts';

const api = useApi();

const cursorKey = createSecretKey(Buffer.alloc(32, 7));
const since = '2026-01-01T00:00:00.000Z';

beforeAll(async () => {
  for (const statement of rowsOfTeams) await api().sql.query(statement);
  const lines = insertLines(`select ${at} as created_at, gen_random_uuid() as request_id,
    'key_1' as key_id, 'GET' as method, '/r' || g % 5 as route, null as path, 404 as status,
    'not_found' as code, null::jsonb as why, 1 as ms, null as ip from generate_series(0, 499) g`);
  for (let n = 1; n <= 30; n++) await api().sql.query(lines, [`ten_${n}`]);
  await api().sql.query('analyze');
});

const plansOf = (list: (call: RequestCall) => Promise<unknown>) =>
  plansOfCall(api().sql, cursorKey, list);

function deep(route: string, filters: Record<string, string> = {}) {
  const place = { route, tenant: 'ten_1', filters };
  const cursor = encodeCursor({ ...place, at: '2026-03-01T00:00:00.000Z', id: 'x' }, cursorKey);
  return { limit: 50, cursor, ...filters };
}

function auditPage(call: RequestCall, filter: Record<string, string>) {
  const { limit, cursor } = deep('auditLog', filter);
  return readEntries(call, { limit, cursor, filter });
}

const memberId = 'ten_1_mem_1';
const byMember = (call: RequestCall) =>
  ({ ...call, actor: { ...call.actor, memberId } }) as unknown as TeamVisit;

const ownCasesPage = (call: RequestCall) =>
  listOwnCases(byMember(call), deep('cases.listOwn', { member_id: memberId }));

const order = 'oldest' as const;
const overdue = { status: 'overdue' } as const;

function ownTrainingsPage(call: RequestCall, by: { order?: typeof order } = {}) {
  const { limit, cursor } = deep('trainings.listOwn', { member: memberId, ...by });
  return listOwnTrainings(byMember(call), { limit, cursor, ...by });
}

const assignmentsByDue = (call: RequestCall) =>
  listAssignments(call, { ...deep('assignments', { order }), order: 'due' });

type Case = [string, string, (call: RequestCall) => Promise<unknown>];
const requests = (filter: LineFilter, index: string): Case => [
  `the request log ${Object.keys(filter)}`,
  index,
  (call) => readLines(call, { ...deepRequests(filter), filter }),
];

/** The place in a page of the request log. It contains its time, around which the log is searched first. */
const REQUEST = '019aa000-0000-7000-8000-000000000000';

function deepRequests(filter: LineFilter) {
  const place = { route: 'requestLog', tenant: 'ten_1', filters: { ...filter } };
  const id = '00000000-0000-4000-8000-000000000000';
  return { limit: 50, cursor: encodeCursor({ ...place, at: since, id }, cursorKey) };
}

/** A page in each order. */
const trainings = (filters: Record<string, string>, index: string): Case[] => [
  [
    `trainings ${Object.keys(filters)}`,
    index,
    (call) => listTrainings(call, deep('trainings', filters)),
  ],
  [
    `trainings ${Object.keys(filters)}, oldest first`,
    index,
    (call) => listTrainings(call, { ...deep('trainings', { ...filters, order }), order }),
  ],
];

const cases: Case[] = [
  ['members', 'member_page', (call) => listMembers(call, deep('users'))],
  [
    'members in the app',
    'member_page',
    (call) => listMembers(call, deep('users', { search: 'anna' }), call as TeamVisit),
  ],
  [
    'members in the app, oldest first',
    'member_page',
    (call) => listMembers(call, { ...deep('users', { order }), order }, call as TeamVisit),
  ],
  ['former members', 'member_removed', (call) => listFormerMembers(call, deep('members.former'))],
  ['erasures', 'erasure_ended', (call) => listErased(call, deep('erasures'))],
  ['the first trainings', 'training_page', (call) => listTrainings(call, { limit: 50 })],
  ['assignments', 'assignment_page', (call) => listAssignments(call, deep('assignments'))],
  [
    'overdue assignments',
    'assignment_page',
    (call) => listAssignments(call, { ...deep('assignments', overdue), ...overdue }),
  ],
  ['assignments by due date', 'assignment_due', assignmentsByDue],
  ...trainings({}, 'training_page'),
  ...trainings({ since }, 'training_page'),
  ...trainings({ status: 'scored' }, 'training_page'),
  ...trainings({ user_id: 'usr_1' }, 'training_member'),
  ...trainings({ user_id: 'usr_1', status: 'scored', since }, 'training_member'),
  ...trainings({ assignment_id: 'ten_1_asg_1' }, 'training_assignment'),
  ['evaluations', 'evaluation_page', (call) => listEvaluations(call, deep('evaluations'))],
  [
    'evaluations since',
    'evaluation_page',
    (call) => listEvaluations(call, deep('evaluations', { updated_since: since })),
  ],
  // The cursor is that of the plain list, because `include` is no filter.
  [
    'evaluations with their contents',
    'evaluation_page',
    (call) => listEvaluations(call, { ...deep('evaluations'), include: 'evaluation' }),
  ],
  ['the audit log', 'audit_entry_page', (call) => auditPage(call, {})],
  [
    'the audit log of an actor since',
    'audit_entry_page',
    (call) => auditPage(call, { actor: 'mem_1', since }),
  ],
  [
    'the audit log of a request',
    'audit_entry_page',
    (call) => auditPage(call, { request_id: REQUEST }),
  ],
  ['the total of the audit log', 'audit_entry_page', (call) => countEntries(call, {})],
  [
    'the total of the audit log of an actor since',
    'audit_entry_page',
    (call) => countEntries(call, { actor: 'mem_1', since }),
  ],
  ['the total of trainings', 'training_pkey', (call) => countTrainings(call, {})],
  [
    'the total of trainings of a member',
    'training_member',
    (call) => countTrainings(call, { user_id: 'usr_1', status: 'scored' }),
  ],
  ['the total of events', 'kept_event_page', (call) => countEvents(call, {})],
  [
    'the total of events of a type since',
    'kept_event_page',
    (call) => countEvents(call, { type: 'member.joined', from: since }),
  ],
  ['the total of deliveries', 'webhook_delivery_page', (call) => countDeliveries(call, {})],
  requests({}, 'request_log_default_pkey'),
  requests({ route: '/me', since }, 'request_log_default_pkey'),
  requests({ request_id: REQUEST }, 'request_log_default_pkey'),
  requests({ code: 'not_found' }, 'request_log_default_tenant_id_slot_id_idx'),
  ['cases', 'team_case_page', (call) => listCases(call, deep('cases'))],
  [
    'cases, oldest first',
    'team_case_page',
    (call) => listCases(call, { ...deep('cases', { order }), order }),
  ],
  [
    'cases of a search, oldest first',
    'team_case_page',
    (call) => listCases(call, { ...deep('cases', { search: 'a', order }), order }),
  ],
  ['private cases', 'team_case_private', ownCasesPage],
  ['own trainings', 'training_member', (call) => ownTrainingsPage(call)],
  ['own trainings, oldest first', 'training_member', (call) => ownTrainingsPage(call, { order })],
  ['deals', 'crm_deal_page', (call) => listDeals(call, deep('crm/deals'))],
  ['objections', 'crm_objection_page', (call) => listObjections(call, deep('crm/objections'))],
  // The list looks up the pending row and the attempts of each delivery.
  ...['webhook_delivery_page', 'webhook_pending_pkey', 'webhook_attempt_pkey'].map(
    (index): Case => [
      'webhook deliveries',
      index,
      (call) => listDeliveries(call, { endpoint_id: 'ten_1_whe_1', limit: 50 }),
    ],
  ),
];

// The names, mails and erasures of a page are looked up by key.
const lookUp =
  /^Index Scan using member_pkey\b|Index Scan using (?:person_pkey|mail_cause|erasure_member)\b| on person p\b/;

test.each(cases)(
  'a page of %s is read along the index %s, however deep it is',
  async (name, index, list) => {
    const plans = (await plansOf(list)).filter((plan) => !lookUp.test(plan.join('\n')));
    // A second statement is for a page that is too large. A request that is not around its time is looked for among all
    // lines or entries. A search first asks how far it looks.
    const statements: Record<string, number> = {
      'webhook deliveries': 1,
      'members in the app': 3,
      'cases of a search, oldest first': 3,
      'the request log request_id': 4,
      'the request log route,since': 3,
      'the request log code': 3,
      'the audit log of an actor since': 3,
      'the audit log of a request': 4,
    };
    expect(plans).toHaveLength(statements[name] ?? (name.startsWith('the total') ? 1 : 2));
    for (const plan of plans) {
      const scan = new RegExp(`Index (Only )?Scan (Backward )?(using|on) ${index}\\b`);
      expect(plan.join('\n')).toMatch(scan);
      // The few lines of one request id may be sorted.
      if (/request(_id)?$/.test(name)) continue;
      // Lines of the request log are sorted within their ten seconds, and in the end those of the page.
      const sorted = plan.filter((line, n) => {
        const isLine = name.startsWith('the request log');
        if (isLine && line === 'Sort Key: r.at DESC, r.id DESC') return false;
        // The few names of one member may be sorted, while the planner knows of none.
        if (line === 'Sort Key: n.until') return false;
        return line.startsWith('Sort Key') && !plan[n + 1]?.startsWith('Presorted Key');
      });
      expect(sorted).toEqual([]);
    }
  },
);

test('the few assignments of a member are found along the index of members', async () => {
  const own = await plansOf((call) => listOwnAssignments(byMember(call), { limit: 50 }));
  const found = await plansOf((call) =>
    listAssignments(call, { limit: 50, member_id: 'ten_1_mem_1', status: 'open' }),
  );
  for (const plan of [...own, ...found]) {
    expect(plan.join('\n')).toMatch(/Index Scan (on|using) assignment_member\b/);
    expect(plan.join('\n')).not.toMatch(/assignment_page|Seq Scan/);
  }
});

test('the trainings beside one are read along the index of members', async () => {
  const [plan] = await plansOf((call) => getTrainingsBeside(call, 'ten_1_trn_1'));
  const found = plan?.join().match(/Seq|Sort|training_member/g);
  expect(found).toEqual(['training_member', 'training_member']);
});

test('an intake of any size looks up sessions, trainings and evaluations by key', async () => {
  const plans = await plansOf(({ db }) => db.rows(readSessions, [['a', 'b']]));
  for (const index of ['training_intake_pkey', 'training_pkey', 'member_pkey', 'evaluation_pkey']) {
    expect(plans[0]?.join('\n')).toMatch(new RegExp(`using ${index}\\b`));
  }
  expect(plans[0]?.join('\n')).not.toMatch(/Seq Scan|Hash Join|Merge/);
  const erased = await plansOf(({ db }) => db.rows(readErased, [['mem_1']]));
  expect(erased[0]?.join('\n')).toMatch(/using erasure_member\b/);
});
