import type { Route } from '../../src/rest/routes.ts';
import type { RequestOptions } from './http.ts';
import { nameOf } from './routes.ts';
import {
  insertAssignment,
  insertCase,
  insertDelivery,
  insertEndpoint,
  insertReplay,
  insertScoredTraining,
  triedOnce,
} from './rows.ts';
import { until } from './until.ts';
import type { World } from './world.ts';

/** Makes a request that will succeed. Each call makes a new one. */
export type ValidRequest = { path: string; body?: Record<string, unknown> };

type Maker = (world: World) => Promise<ValidRequest> | ValidRequest;

let counter = 0;

const makers: Record<string, Maker> = {
  'GET /changes': async ({ team }) => {
    const path = '/changes';
    await until('the list has opened', async () => {
      const { status, headers } = await team.request('GET', path);
      return status !== 200 || headers['changes-remaining'] !== undefined;
    });
    return { path };
  },
  'GET /events': () => ({ path: '/events' }),
  'GET /me': () => ({ path: '/me' }),
  'GET /users': () => ({ path: '/users' }),
  'POST /users': () => {
    counter += 1;
    return { path: '/users', body: { email: `new-${counter}@example.com`, lang: 'en' } };
  },
  'GET /users/{member_id}': ({ member }) => ({ path: `/users/${member.memberId}` }),
  'PATCH /users/{member_id}': async ({ team }) => {
    const { memberId } = await team.addMember();
    return { path: `/users/${memberId}`, body: { role: 'admin' } };
  },
  'DELETE /users/{member_id}': async ({ team }) => {
    const { memberId } = await team.addMember();
    return { path: `/users/${memberId}` };
  },
  'GET /trainings': () => ({ path: '/trainings' }),
  'GET /trainings/{training_id}': ({ training }) => ({ path: `/trainings/${training}` }),
  'GET /evaluations': () => ({ path: '/evaluations' }),
  'GET /trainings/{training_id}/evaluation': async ({ team }) => ({
    path: `/trainings/${await insertScoredTraining(team)}/evaluation`,
  }),
  'GET /assignments': () => ({ path: '/assignments' }),
  'POST /assignments': ({ member, situation, personality, industry }) => ({
    path: '/assignments',
    body: {
      member_id: member.memberId,
      title: 'Win back a customer',
      situation_id: situation,
      personality_id: personality,
      industry_id: industry,
      note: 'By phone',
      due_date: '2026-12-01',
    },
  }),
  'GET /assignments/{assignment_id}': ({ assignment }) => ({ path: `/assignments/${assignment}` }),
  'PATCH /assignments/{assignment_id}': async ({ team, training }) => ({
    path: `/assignments/${await insertAssignment(team, { completed_training_id: training })}`,
    body: { status: 'done', note: 'Done' },
  }),
  'DELETE /assignments/{assignment_id}': async ({ team }) => ({
    path: `/assignments/${await insertAssignment(team)}`,
  }),
  'GET /erasures': () => ({ path: '/erasures' }),
  'GET /cases': () => ({ path: '/cases' }),
  'POST /cases': ({ member }) => ({
    path: '/cases',
    body: {
      user_id: member.userId,
      title: 'Renewal',
      fields: { size: 240 },
      persona_id: 'per_1',
      external_ref: { deal: '1' },
    },
  }),
  'GET /cases/{case_id}': ({ teamCase }) => ({ path: `/cases/${teamCase}` }),
  'PATCH /cases/{case_id}': async ({ team }) => ({
    path: `/cases/${await insertCase(team)}`,
    body: { title: 'Renamed' },
  }),
  'DELETE /cases/{case_id}': async ({ team }) => ({ path: `/cases/${await insertCase(team)}` }),
  'GET /catalog': () => ({ path: '/catalog' }),
  'GET /analytics/team': () => ({ path: '/analytics/team' }),
  'GET /crm/deals': () => ({ path: '/crm/deals' }),
  'GET /crm/objections': () => ({ path: '/crm/objections' }),
  'GET /webhook-endpoints': () => ({ path: '/webhook-endpoints' }),
  'POST /webhook-endpoints': () => ({
    path: '/webhook-endpoints',
    body: {
      url: 'https://hooks.example.com/team-api',
      events: ['training.completed', 'member.removed'],
      description: 'For the data warehouse',
    },
  }),
  'PATCH /webhook-endpoints/{endpoint_id}': async ({ team }) => ({
    path: `/webhook-endpoints/${await insertEndpoint(team)}`,
    body: { url: 'https://hooks.example.com/new', status: 'disabled' },
  }),
  'DELETE /webhook-endpoints/{endpoint_id}': async ({ team }) => ({
    path: `/webhook-endpoints/${await insertEndpoint(team)}`,
  }),
  'POST /webhook-endpoints/{endpoint_id}/test': ({ endpoint }) => ({
    path: `/webhook-endpoints/${endpoint}/test`,
  }),
  'POST /webhook-endpoints/{endpoint_id}/replay': async ({ team }) => ({
    path: `/webhook-endpoints/${await insertEndpoint(team)}/replay`,
    body: { since: team.api.clock.now().toISOString(), only: 'all' },
  }),
  'GET /webhook-endpoints/{endpoint_id}/replays/{replay_id}': async ({ team }) => ({
    path: await replayPath(team),
  }),
  'DELETE /webhook-endpoints/{endpoint_id}/replays/{replay_id}': async ({ team }) => ({
    path: await replayPath(team),
  }),
  'GET /webhook-endpoints/{endpoint_id}/deliveries': ({ endpoint }) => ({
    path: `/webhook-endpoints/${endpoint}/deliveries`,
  }),
  'POST /webhook-deliveries/{delivery_id}/retry': async ({ team, endpoint }) => ({
    path: `/webhook-deliveries/${await insertDelivery(team, { endpoint_id: endpoint, ...triedOnce })}/retry`,
  }),
};

/** The path of a running replay. */
async function replayPath(team: World['team']): Promise<string> {
  const endpoint = await insertEndpoint(team);
  const id = await insertReplay(team, { endpoint_id: endpoint });
  return `/webhook-endpoints/${endpoint}/replays/${id}`;
}

export async function validRequest(route: Route, world: World): Promise<ValidRequest> {
  const maker = makers[nameOf(route)];
  if (!maker) throw new Error(`Say in valid-requests.ts how to call ${nameOf(route)}`);
  return maker(world);
}

export function withBody({ body }: ValidRequest): RequestOptions {
  return body === undefined ? {} : { body };
}
