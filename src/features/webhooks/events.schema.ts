import { z } from 'zod';
import { crmFailureReasons } from '../../crm/crm-failure.ts';
import { type DocText, described, docText } from '../../shared/schema/doc-text.ts';

/**
 * The version of the event bodies. An endpoint keeps the version of the day on which it was created
 * (D157).
 */
export const API_VERSION = '2026-11';

const trainee = described(z.string().optional(), {
  en: 'The person who trained. Absent while `member_detail_enabled` is off.',
  de: 'Die Person, die trainiert hat. Fehlt, solange `member_detail_enabled` aus ist.',
});
const trainingId = described(z.string(), {
  en: 'As in `GET /trainings`.',
  de: 'Wie in `GET /trainings`.',
});
const assignmentId = described(z.string(), {
  en: 'As in `GET /assignments`.',
  de: 'Wie in `GET /assignments`.',
});
const userId = described(z.string().nullable().optional(), {
  en: 'The person. Null for a member who has not accepted the invitation yet. Absent while `member_detail_enabled` is off.',
  de: 'Die Person. Null bei einem Mitglied, das die Einladung noch nicht angenommen hat. Fehlt, solange `member_detail_enabled` aus ist.',
});
const memberId = described(z.string(), { en: 'As in `GET /users`.', de: 'Wie in `GET /users`.' });
const role = (description: DocText) =>
  z.string().meta({ description, examples: ['member', 'admin'] });
const assignmentStatus = (status: string) =>
  described(z.string(), {
    en: `Always \`${status}\` in this event.`,
    de: `In diesem Ereignis immer \`${status}\`.`,
    examples: [status],
  });

type About<D extends z.ZodRawShape> = {
  id: string;
  description: DocText;
  /** The fields of `data` beside `team_id` (spec, Envelope; D158). */
  data: D;
  example: object;
};

/** The fields of every event. */
const envelope = {
  id: described(z.string(), {
    en: 'The same for all endpoints and attempts; also in `Svc-Event-Id`.',
    de: 'Für alle Endpunkte und Versuche dieselbe; auch in `Svc-Event-Id`.',
  }),
  created_at: described(z.iso.datetime(), { en: 'When it happened.', de: 'Wann es geschah.' }),
  api_version: described(z.string(), {
    en: 'The version of the body, as year and month.',
    de: 'Die Version des Bodys, als Jahr und Monat.',
  }),
  tenant_id: described(z.string(), {
    en: 'The team, as in `GET /me`.',
    de: 'Das Team, wie in `GET /me`.',
  }),
};
const teamId = described(z.string(), {
  en: 'The same as `tenant_id`.',
  de: 'Dasselbe wie `tenant_id`.',
});
const theType = docText({
  en: 'The type of the event. Ignore types that you do not know.',
  de: 'Der Typ des Ereignisses. Übergehen Sie Typen, die Sie nicht kennen.',
});
const theData = docText({
  en: 'What happened. The fields depend on the type.',
  de: 'Was geschah. Die Felder hängen vom Typ ab.',
});

/** Makes the schema of one type of event (spec, Envelope). */
function event<const T extends string, D extends z.ZodRawShape>(type: T, about: About<D>) {
  const { id, created_at, api_version, tenant_id } = envelope;
  const data = z.object({ team_id: teamId, ...about.data });
  return z
    .object({
      id,
      type: z.literal(type).meta({ description: theType }),
      created_at,
      api_version,
      tenant_id,
      data: data.meta({ description: theData }),
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
    description: docText({ en: 'A training session ended.', de: 'Ein Training wurde beendet.' }),
    data: {
      training_id: trainingId,
      user_id: trainee,
      assignment_id: described(z.string().nullable(), {
        en: 'The assignment for which the training was done, if any.',
        de: 'Die Aufgabe, zu der das Training gehört, falls es eine gibt.',
      }),
      status: described(z.string(), {
        en: '`scored`: the evaluation is there already. `completed`: `evaluation.completed` follows if the training is scored.',
        de: '`scored`: Die Bewertung ist schon da. `completed`: `evaluation.completed` folgt, wenn das Training bewertet wird.',
        examples: ['completed', 'scored'],
      }),
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
    description: docText({
      en: 'An evaluation was saved or corrected.',
      de: 'Eine Bewertung wurde gespeichert oder korrigiert.',
    }),
    data: {
      training_id: trainingId,
      user_id: trainee,
      // The score is the total of the evaluation (D159).
      score: described(z.int().optional(), {
        en: 'The total, 0 to 100. Absent if there is none, and while `member_detail_enabled` is off.',
        de: 'Das Gesamtergebnis, 0 bis 100. Fehlt, wenn es keines gibt, und solange `member_detail_enabled` aus ist.',
      }),
    },
    example: { training_id: training, user_id: person.user_id, score: 62 },
  }),
  'assignment.created': event('assignment.created', {
    id: 'AssignmentCreatedEvent',
    description: docText({
      en: 'An assignment was created through the API.',
      de: 'Eine Aufgabe wurde über die API gestellt.',
    }),
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
    description: docText({
      en: 'An assignment was set to `done` through the API.',
      de: 'Eine Aufgabe wurde über die API auf `done` gesetzt.',
    }),
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
    description: docText({
      en: 'A membership started: the member was invited or added. Sent at the invitation, not at its acceptance.',
      de: 'Eine Mitgliedschaft begann: Das Mitglied wurde eingeladen oder aufgenommen. Kommt mit der Einladung, nicht mit ihrer Annahme.',
    }),
    data: {
      member_id: memberId,
      user_id: userId,
      role: role(
        docText({
          en: 'The role of the new member.',
          de: 'Die Rolle des neuen Mitglieds.',
        }),
      ),
      status: described(z.string(), {
        en: '`invited`: an invitation was sent. `active`: the person was added and takes part at once.',
        de: '`invited`: Eine Einladung wurde gesendet. `active`: Die Person wurde aufgenommen und ist sofort dabei.',
        examples: ['invited', 'active'],
      }),
    },
    example: { member_id: person.member_id, user_id: null, role: 'member', status: 'invited' },
  }),
  'member.removed': event('member.removed', {
    id: 'MemberRemovedEvent',
    description: docText({ en: 'A membership ended.', de: 'Eine Mitgliedschaft endete.' }),
    data: {
      member_id: memberId,
      user_id: userId,
      role: role(
        docText({
          en: 'The role before the removal.',
          de: 'Die Rolle vor dem Entfernen.',
        }),
      ),
      status: described(z.string(), {
        en: 'Always `removed` in this event.',
        de: 'In diesem Ereignis immer `removed`.',
        examples: ['removed'],
      }),
    },
    example: { ...person, role: 'member', status: 'removed' },
  }),
  'member.erased': event('member.erased', {
    id: 'MemberErasedEvent',
    description: docText({
      en: 'The data of a former member were erased. Delete your copies of them.',
      de: 'Die Daten eines ehemaligen Mitglieds wurden gelöscht. Löschen Sie Ihre Kopien davon.',
    }),
    data: { member_id: memberId, user_id: userId },
    example: person,
  }),
  'crm.sync.failed': event('crm.sync.failed', {
    id: 'CrmSyncFailedEvent',
    description: docText({
      en: 'A CRM sync attempt failed.',
      de: 'Ein Versuch, mit dem CRM abzugleichen, schlug fehl.',
    }),
    data: {
      connection_id: described(z.string(), {
        en: 'The connection to the CRM.',
        de: 'Die Verbindung zum CRM.',
      }),
      provider: described(z.string(), {
        en: 'Which CRM it is.',
        de: 'Welches CRM es ist.',
        examples: ['hubspot', 'pipedrive', 'salesforce'],
      }),
      sync_run_id: described(z.string().nullable(), {
        en: 'The attempt, if it is known.',
        de: 'Der Versuch, falls er bekannt ist.',
      }),
      reason: described(z.string(), {
        en: 'Why it failed. `auth`: the CRM no longer accepts the credentials, or they lack a permission. `unavailable`: no answer, or an error of the CRM. `contract`: an answer that the service cannot read. `suspicious_deletion`: more than half of the deals would go; a person has to confirm it. `internal`: a fault of the service. Treat a reason that you do not know like `internal`.',
        de: 'Warum er fehlschlug. `auth`: Das CRM nimmt die Zugangsdaten nicht mehr an, oder ihnen fehlt eine Berechtigung. `unavailable`: keine Antwort, oder ein Fehler des CRM. `contract`: eine Antwort, die der Dienst nicht lesen kann. `suspicious_deletion`: Mehr als die Hälfte der Deals würde verschwinden; ein Mensch muss das bestätigen. `internal`: ein Fehler des Dienstes. Behandeln Sie einen Grund, den Sie nicht kennen, wie `internal`.',
        examples: [...crmFailureReasons],
      }),
      consecutive_failures: described(z.int(), {
        en: 'How many attempts in a row have failed, this one included.',
        de: 'Wie viele Versuche hintereinander fehlschlugen, mit diesem.',
      }),
      next_attempt_at: described(z.iso.datetime().nullable(), {
        en: 'When the next attempt is planned. Null if the service does not try again by itself.',
        de: 'Wann der nächste Versuch geplant ist. Null, wenn der Dienst es nicht von selbst wieder versucht.',
      }),
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
    description: docText({
      en: 'A test event, sent only on request. No endpoint can subscribe to it.',
      de: 'Ein Testereignis, das nur auf Anforderung gesendet wird. Kein Endpunkt kann es abonnieren.',
    }),
    data: {
      endpoint_id: described(z.string(), {
        en: 'The endpoint that is tested.',
        de: 'Der Endpunkt, der getestet wird.',
      }),
    },
    example: { endpoint_id: 'whe_01jc7t9v2w4x6y8z1a3b5c7d9e' },
  }),
} as const;

export type EventType = keyof typeof events;
export type EventData<T extends EventType> = Omit<z.output<(typeof events)[T]>['data'], 'team_id'>;
