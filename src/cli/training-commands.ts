import { z } from 'zod';
import { acrossTeams } from '../db/transaction.ts';
import { recordedScore } from '../features/evaluations/recorded-score.schema.ts';
import { WAITING_DAYS } from '../features/trainings/intake.schema.ts';
import { recordTraining } from '../features/trainings/record-training-by-operator.ts';
import { wholeNumber } from '../shared/schema/from-text.ts';
import { command } from './command.ts';
import { json, optional, optionalId, requiredId, teamFlag } from './flags.ts';
import { inTeam } from './in-team.ts';

const scoreExample =
  '{"dimensions":{"closing":60,"conversation_control":70,"needs_analysis":65,' +
  '"objection_handling":55,"value_argument":62},"total":62}';

export const trainingRecord = command({
  name: 'training record',
  summary: 'record a training that has just ended, as the training engine does',
  result: '{training_id}',
  flags: {
    team: teamFlag,
    'user-id': requiredId('U', 'the user_id of an active member'),
    'assignment-id': optionalId('A', "the id of one of the member's assignments"),
    score: optional('JSON', `JSON such as ${scoreExample}`, json(recordedScore)),
  },
  notes: [
    'With --score the training is scored, else completed. Beside dimensions (five whole numbers',
    '0 to 100): total, spread, tips (up to 5), goal, methodology, strongest, biggest_lever.',
    'Raises the event training.completed and, with a score, evaluation.completed.',
    'With --assignment-id the assignment is done; assignment.completed is not raised.',
  ],
  run: (context, values) =>
    inTeam(context, values.team, (call) =>
      recordTraining(call, {
        user_id: values['user-id'],
        assignment_id: values['assignment-id'],
        score: values.score,
      }),
    ),
});

const MAX_SESSIONS = 1_000;

export const trainingWaiting = command({
  name: 'training waiting',
  reads: true,
  summary: 'sessions of which something has arrived, and not the start, oldest first',
  result: '{sessions: [{tenant_id, session_id, waiting_since, has}]}',
  flags: {
    team: optionalId('ID', 'the id of a team (default all teams)'),
    limit: optional(
      'N',
      `a number of sessions, 1 to ${MAX_SESSIONS} (default 50)`,
      wholeNumber(z.int().min(1).max(MAX_SESSIONS)),
    ),
  },
  notes: [
    `What waits is applied when the start arrives, and deleted after ${WAITING_DAYS} days.`,
    'has: what has arrived, of "end" and "evaluation".',
  ],
  async run(context, { team, limit = 50 }) {
    const sessions = await acrossTeams(context.pool, (prisma) =>
      prisma.trainingIntake.findMany({
        where: { waiting_since: { not: null }, ...(team ? { tenant_id: team } : {}) },
        orderBy: [{ waiting_since: 'asc' }, { session_id: 'asc' }],
        take: limit,
      }),
    );
    return { sessions: sessions.map(shownWaiting) };
  },
});

type Waiting = {
  tenant_id: string;
  session_id: string;
  waiting_since: Date | null;
  waiting: unknown;
};

/** Shows a waiting session without its content, because the content is about a person. */
function shownWaiting({ tenant_id, session_id, waiting_since, waiting }: Waiting) {
  const parts = Object.entries(waiting ?? {}).filter(([, part]) => part !== null);
  return { tenant_id, session_id, waiting_since, has: parts.map(([name]) => name) };
}
