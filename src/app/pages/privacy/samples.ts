import type { Effect } from '../../../features/team/privacy.schema.ts';

type Body = Record<string, unknown>;
type Sample = { title: string; isOf: (effect: Effect) => boolean; body: Body; in?: string };

const person = { member_id: 'mem_01jb2h5n…', user_id: 'usr_01jb2h5n…' };
const training_id = 'trn_01jd8q2n…';

const ofRest = (path: string) => (effect: Effect) =>
  effect.kind !== 'event' && effect.rest?.method === 'GET' && effect.rest.path === path;

/** The answers and bodies that show best what a switch does. */
const samples: readonly Sample[] = [
  {
    title: 'GET /users/{member_id}',
    isOf: ofRest('/users/{member_id}'),
    body: {
      id: person.member_id,
      email: 'anna@customer.example',
      role: 'member',
      status: 'active',
    },
  },
  {
    title: 'GET /trainings/{training_id}/evaluation',
    isOf: ofRest('/trainings/{training_id}/evaluation'),
    body: { training_id, user_id: person.user_id, score: { total: 62 }, goal: 'partial' },
  },
  {
    title: 'evaluation.completed',
    isOf: (effect) => effect.kind === 'event' && effect.event === 'evaluation.completed',
    body: {
      type: 'evaluation.completed',
      data: { training_id, user_id: person.user_id, score: 62 },
    },
    in: 'data',
  },
  {
    title: 'GET /analytics/team',
    isOf: ofRest('/analytics/team'),
    body: {
      totals: { active_members: 12, avg_score: 64.2 },
      members: [{ sessions: 9, avg_score: 71.5, trend_delta: 3.5 }],
    },
  },
];

const refused = { status: 403, code: 'privacy_restricted' };

/** The samples that the effects change: each with its body, and with what is left of the body. */
export function samplesOf(effects: readonly Effect[]) {
  return samples.flatMap(({ title, isOf, body, in: inner }) => {
    const own = effects
      .filter(isOf)
      .filter((one) => one.kind === 'refused' || one.hidden !== 'few');
    return own.length > 0 ? [{ title, whole: body, hidden: without(body, own, inner) }] : [];
  });
}

/** The body as the server sends it while these effects hold. */
function without(body: Body, effects: readonly Effect[], inner: string | undefined): Body {
  if (effects.some(({ kind }) => kind === 'refused')) return refused;
  const target = inner ? (body[inner] as Body) : body;
  const left = Object.fromEntries(
    Object.entries(target).flatMap(([name, value]): [string, unknown][] => {
      const effect = effects.find((one) => one.kind !== 'refused' && one.field === name);
      if (!effect || effect.kind === 'refused') return [[name, value]];
      if (effect.hidden === 'absent') return [];
      return [[name, effect.hidden === 'empty' ? [] : null]];
    }),
  );
  return inner ? { ...body, [inner]: left } : left;
}
