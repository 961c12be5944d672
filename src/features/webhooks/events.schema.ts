import { z } from 'zod';
import { crmFailureReasons } from '../../crm/crm-failure.ts';
import { described } from '../../shared/schema/described.ts';

/**
 * The version of the event bodies. An endpoint keeps the version of the day on which it was created
 * (D157).
 */
export const API_VERSION = '2026-11';

const trainee = described(
  z.string().optional(),
  'The person who trained. Absent while `member_detail_enabled` is off.',
);
const trainingId = described(z.string(), 'As in `GET /trainings`.');
const assignmentId = described(z.string(), 'As in `GET /assignments`.');
const userId = described(
  z.string().nullable().optional(),
  'The person. Null for a member who has not accepted the invitation yet. Absent while `member_detail_enabled` is off.',
);
const memberId = described(z.string(), 'As in `GET /users`.');
const role = (description: string) =>
  described(z.string(), description, { examples: ['member', 'admin'] });
const assignmentStatus = (status: string) =>
  described(z.string(), `Always \`${status}\` in this event.`, { examples: [status] });

type About<D extends z.ZodRawShape> = {
  id: string;
  description: string;
  /** The fields of `data` beside `team_id` (spec, Envelope; D158). */
  data: D;
  example: object;
};

/** The fields of every event. */
const envelope = {
  id: described(z.string(), 'The same for all endpoints and attempts; also in `Svc-Event-Id`.'),
  created_at: described(z.iso.datetime(), 'When it happened.'),
  api_version: described(z.string(), 'The version of the body, as year and month.'),
  tenant_id: described(z.string(), 'The team, as in `GET /me`.'),
};
const teamId = described(z.string(), 'The same as `tenant_id`.');

/** Makes the schema of one type of event (spec, Envelope). */
function event<const T extends string, D extends z.ZodRawShape>(type: T, about: About<D>) {
  const { id, created_at, api_version, tenant_id } = envelope;
  const data = z.object({ team_id: teamId, ...about.data });
  return z
    .object({
      id,
      type: described(z.literal(type), 'The type of the event. Ignore types that you do not know.'),
      created_at,
      api_version,
      tenant_id,
      data: described(data, 'What happened. The fields depend on the type.'),
    })
    .meta({ id: about.id, description: about.description, examples: [example(type, about)] });
}

function example(type: string, about: About<z.ZodRawShape>) {
  const team = 'ten_01jb2h5n7pr8s4t6v9w1x3y5z6';
  return {
    id: 'evt_01jd4x6k8mq2v5w9y3z7b1c4dg',
    type,
    created_at: '2026-11-18T09:30:12.345Z',
    api_version: API_VERSION,
    tenant_id: team,
    data: { team_id: team, ...about.example },
  };
}

const person = {
  member_id: 'mem_01jb2h5n7pr8s4t6v9w1x3y5za',
  user_id: 'usr_01jb2h5n7pr8s4t6v9w1x3y5z7',
};
const assignment = 'asg_01jd4x6k8mq2v5w9y3z7b1c4df';
const training = 'trn_01jd8q2n5rs7t9v1w3x5y7z9ab';

/** Every type of event, in the order of the contract (spec, Events). */
export const events = {
  'training.completed': event('training.completed', {
    id: 'TrainingCompletedEvent',
    description: 'A training session ended.',
    data: {
      training_id: trainingId,
      user_id: trainee,
      assignment_id: described(
        z.string().nullable(),
        'The assignment for which the training was done, if any.',
      ),
      status: described(
        z.string(),
        '`scored`: the evaluation is there already. `completed`: `evaluation.completed` follows if the training is scored.',
        { examples: ['completed', 'scored'] },
      ),
    },
    example: {
      training_id: training,
      user_id: person.user_id,
      assignment_id: assignment,
      status: 'scored',
    },
  }),
  'evaluation.completed': event('evaluation.completed', {
    id: 'EvaluationCompletedEvent',
    description: 'An evaluation was saved or corrected.',
    data: {
      training_id: trainingId,
      user_id: trainee,
      // The score is the total of the evaluation (D159).
      score: described(
        z.int().optional(),
        'The total, 0 to 100. Absent if there is none, and while `member_detail_enabled` is off.',
      ),
    },
    example: { training_id: training, user_id: person.user_id, score: 62 },
  }),
  'assignment.created': event('assignment.created', {
    id: 'AssignmentCreatedEvent',
    description: 'An assignment was created through the API.',
    data: {
      assignment_id: assignmentId,
      status: assignmentStatus('open'),
      member_id: memberId,
      user_id: userId,
    },
    example: { assignment_id: assignment, status: 'open', ...person },
  }),
  'assignment.completed': event('assignment.completed', {
    id: 'AssignmentCompletedEvent',
    description: 'An assignment was set to `done` through the API.',
    data: {
      assignment_id: assignmentId,
      status: assignmentStatus('done'),
      member_id: memberId,
      user_id: userId,
    },
    example: { assignment_id: assignment, status: 'done', ...person },
  }),
  'member.joined': event('member.joined', {
    id: 'MemberJoinedEvent',
    description:
      'A membership started: the member was invited or added. Sent at the invitation, not at its acceptance.',
    data: {
      member_id: memberId,
      user_id: userId,
      role: role('The role of the new member.'),
      status: described(
        z.string(),
        '`invited`: an invitation was sent. `active`: the person was added and takes part at once.',
        { examples: ['invited', 'active'] },
      ),
    },
    example: { member_id: person.member_id, user_id: null, role: 'member', status: 'invited' },
  }),
  'member.removed': event('member.removed', {
    id: 'MemberRemovedEvent',
    description: 'A membership ended.',
    data: {
      member_id: memberId,
      user_id: userId,
      role: role('The role before the removal.'),
      status: described(z.string(), 'Always `removed` in this event.', { examples: ['removed'] }),
    },
    example: { ...person, role: 'member', status: 'removed' },
  }),
  'member.erased': event('member.erased', {
    id: 'MemberErasedEvent',
    description: 'The data of a former member were erased. Delete your copies of them.',
    data: { member_id: memberId, user_id: userId },
    example: person,
  }),
  'crm.sync.failed': event('crm.sync.failed', {
    id: 'CrmSyncFailedEvent',
    description: 'A CRM sync attempt failed.',
    data: {
      connection_id: described(z.string(), 'The connection to the CRM.'),
      provider: described(z.string(), 'Which CRM it is.', {
        examples: ['hubspot', 'pipedrive', 'salesforce'],
      }),
      sync_run_id: described(z.string().nullable(), 'The attempt, if it is known.'),
      reason: described(
        z.string(),
        'Why it failed. `auth`: the CRM no longer accepts the credentials, or they lack a permission. `unavailable`: no answer, or an error of the CRM. `contract`: an answer that the service cannot read. `suspicious_deletion`: more than half of the deals would go; a person has to confirm it. `internal`: a fault of the service. Treat a reason that you do not know like `internal`.',
        { examples: [...crmFailureReasons] },
      ),
      consecutive_failures: described(
        z.int(),
        'How many attempts in a row have failed, this one included.',
      ),
      next_attempt_at: described(
        z.iso.datetime().nullable(),
        'When the next attempt is planned. Null if the service does not try again by itself.',
      ),
    },
    example: {
      connection_id: 'con_01jc5w7x9y1z3a5b7c9d1e3f5g',
      provider: 'hubspot',
      sync_run_id: 'run_01jd4x6k8mq2v5w9y3z7b1c4dh',
      reason: 'unavailable',
      consecutive_failures: 3,
      next_attempt_at: '2026-11-18T10:30:00.000Z',
    },
  }),
  ping: event('ping', {
    id: 'PingEvent',
    description: 'A test event, sent only on request. No endpoint can subscribe to it.',
    data: {
      endpoint_id: described(z.string(), 'The endpoint that is tested.'),
    },
    example: { endpoint_id: 'whe_01jc7t9v2w4x6y8z1a3b5c7d9e' },
  }),
} as const;

export type EventType = keyof typeof events;
export type EventData<T extends EventType> = Omit<z.output<(typeof events)[T]>['data'], 'team_id'>;
