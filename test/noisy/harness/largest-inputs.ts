import { randomUUID } from 'node:crypto';
import { INVITATIONS_PER_HOUR } from '../../../src/auth/rate-limits.ts';
import { advice, entryIds, freeForm, largest, tip } from '../../harness/longest-texts.ts';
import type { World } from '../../harness/world.ts';
import { dimensions } from '../../trainings/harness/intake.ts';

export type Fields = Record<string, unknown>;

const score = {
  dimensions,
  tips: Array(5).fill(tip),
  strongest: advice,
  biggest_lever: advice,
};

const nth = (prefix: string, n: number) => `${prefix}_${`${n}`.padStart(26, '0')}`;
const ids = (prefix: string, most: number) =>
  Array.from({ length: most }, (_, n) => nth(prefix, n + 1));

/** A policy in each dimension, with all the team's entries of this dimension. */
const policies = Object.fromEntries(
  ['situation', 'personality', 'industry', 'role', 'methodology'].map((dimension, place) => [
    dimension,
    { mode: 'block', entry_ids: entryIds.filter((_, n) => n > 0 && n % 5 === place) },
  ]),
);

const largeCase = () => ({
  title: largest('cases.create', 'title'),
  fields: freeForm,
  external_ref: freeForm,
});

const largeAssignment = () => ({
  title: largest('assignments.create', 'title'),
  note: largest('assignments.create', 'note'),
});

const ranges = Array.from({ length: 50 }, (_, n) => `2001:db8::${n + 1}`);

/** With longer words, the body of `crm.changeConnection` would be larger than a body may be. */
const crmWordOf = (n: number) => `${n}`.padEnd(180, 'x');

const pipelines = Array.from({ length: 200 }, (_, n) => crmWordOf(n));
const industryValues = Object.fromEntries(
  Array.from({ length: 400 }, (_, n) => [crmWordOf(n), nth('cat', 2 + (n % 190) * 5)]),
);

/** As many owners as one change may name. The connection gets them, because a change names known ones. */
async function owners({ team, member }: World, { connection_id }: Fields): Promise<Fields> {
  const names = Array.from({ length: 500 }, (_, n) => crmWordOf(n));
  await team.api.sql.query(
    `insert into crm_owner (tenant_id, connection_id, external_id, seen_at)
     select $1, $2, unnest($3::text[]), now()`,
    [team.tenantId, connection_id, names],
  );
  return Object.fromEntries(names.map((name) => [name, member.userId]));
}

/**
 * What makes a call expensive, beside an input with which it succeeds: for the app, and for the same operation of the
 * public API. Lists are asked for their largest pages anyway.
 */
export const largestInputs: Record<
  string,
  (world: World, valid: Fields) => Fields | Promise<Fields>
> = {
  'evaluations.list': () => ({ include: 'evaluation' }),
  'evaluations.scores': () => ({ training_ids: ids('trn', 100) }),
  'evaluations.ownScores': () => ({ training_ids: ids('trn', 100) }),
  'savedViews.save': () => ({
    filters: Object.fromEntries([...'abcdefghijklmnopqrst'].map((name) => [name, 'x'.repeat(200)])),
  }),
  'search.list': () => ({ text: '\u{1F600}', ids: ids('deal', 20) }),
  'members.inviteMany': () => ({
    emails: Array.from({ length: INVITATIONS_PER_HOUR / 3 }, () => `${randomUUID()}@example.com`),
  }),
  'members.list': () => ({
    search: 'a',
    user_ids: ids('usr', 200),
    member_ids: ids('mem', 200),
  }),
  'cases.create': largeCase,
  'cases.change': largeCase,
  'cases.createOwn': largeCase,
  'cases.changeOwn': largeCase,
  'assignments.create': largeAssignment,
  'assignments.change': () => ({ note: largest('assignments.change', 'note') }),
  'assignments.list': () => ({ search: 'a' }),
  'cases.list': () => ({ search: 'a' }),
  'catalog.release': () => ({ entry_ids: ids('cat', 100) }),
  'policies.preview': () => policies,
  'policies.set': () => policies,
  'trainings.start': () => ({ external_ref: freeForm }),
  'trainings.evaluate': () => ({ score }),
  'trainings.record': ({ member }) => ({
    trainings: Array.from({ length: 200 }, () => ({
      session_id: randomUUID(),
      user_id: member.userId,
      score: { ...score, tips: [], strongest: 'a'.repeat(2000), biggest_lever: 'a'.repeat(2000) },
    })),
  }),
  'crm.changeConnection': async (world, valid) => ({
    settings: { pipelines, industry_field: 'industry', industry_values: industryValues },
    owners: await owners(world, valid),
  }),
  'crm.listDeals': () => ({ outcome: 'open', search: '\u4e00' }),
  'crm.sumDeals': () => ({ search: '\u4e00' }),
  'crm.getConnection': ({ connection }) => ({ connection_id: connection }),
  'crm.getRun': ({ connection }) => ({ connection_id: connection, run_id: nth('run', 1) }),
  'crm.runs': ({ connection }) => ({ connection_id: connection }),
  'webhooks.listAllDeliveries': ({ endpoint, team }) => ({
    endpoint_id: endpoint,
    object_id: team.owner.memberId,
    event_id: undefined,
  }),
  'webhooks.getDelivery': () => ({ delivery_id: nth('whd', 1) }),
  'webhooks.retryAll': ({ endpoint }) => ({ endpoint_id: endpoint }),
  'events.subjects': () => ({ event_ids: ids('evt', 100) }),
  'thread.get': () => ({ of: 'entry', id: nth('aud', 1) }),
  'apiKeys.create': () => ({ ip_ranges: ranges }),
  'apiKeys.duplicate': () => ({ ip_ranges: ranges }),
};

/** Fields that may be long, but not in a call that succeeds, and why. */
export const shortInUse: Readonly<Record<string, string>> = {
  'account.addPasskey.response': 'the device signs it, so that a longer one is another one',
  'members.erase.leave': 'each must be a moment at which the person got another name',
};
