import type { EventType } from '../../features/webhooks/events.schema.ts';
import type { Language } from '../../shared/language/language.ts';

/** When an event is sent, and when it is not sent although readers might expect it. In Markdown. */
export type EventWords = { raised: string[]; notRaised: string[] };

const onlyActive = {
  de: 'Für Trainings und Bewertungen aus der Zeit vor der Registrierung des Endpunkts: Lesen Sie diese über die API.',
  en: 'For trainings and evaluations from before the endpoint was registered: read those from the API.',
};

export const eventGuide: Record<EventType, Record<Language, EventWords>> = {
  'training.completed': {
    de: {
      raised: [
        'Ein Training ist zu Ende. `status` ist `completed`, oder `scored`, wenn die Bewertung schon da ist.',
        'Einmal für jedes Training, auch wenn es über eine Aufgabe gestartet wurde.',
      ],
      notRaised: [
        'Wenn das Training abgebrochen wurde (`aborted`).',
        'Noch einmal, wenn das Training später bewertet wird: Dann kommt `evaluation.completed`.',
        onlyActive.de,
      ],
    },
    en: {
      raised: [
        'A training has ended. `status` is `completed`, or `scored` if the evaluation is there already.',
        'Once for each training, even if it was begun from an assignment.',
      ],
      notRaised: [
        'When the training was aborted (`aborted`).',
        'Again when the training is scored later: then `evaluation.completed` comes.',
        onlyActive.en,
      ],
    },
  },
  'evaluation.completed': {
    de: {
      raised: [
        'Eine Bewertung wurde gespeichert. Mit `GET /trainings/{training_id}/evaluation` lesen Sie sie ganz.',
        'Noch einmal mit derselben `training_id`, wenn eine Bewertung korrigiert wurde. Es gilt, was die API dann zeigt.',
      ],
      notRaised: [
        'Wenn ein Training endet und nicht bewertet wird.',
        'Wenn dieselbe Bewertung noch einmal eintrifft.',
        onlyActive.de,
      ],
    },
    en: {
      raised: [
        'An evaluation was saved. `GET /trainings/{training_id}/evaluation` gives you the whole of it.',
        'Again with the same `training_id` when an evaluation was corrected. What the API then shows is what counts.',
      ],
      notRaised: [
        'When a training ends and is not scored.',
        'When the same evaluation comes in a second time.',
        onlyActive.en,
      ],
    },
  },
  'assignment.created': {
    de: {
      raised: ['Ein Programm hat mit `POST /assignments` eine Aufgabe gestellt.'],
      notRaised: [
        'Wenn ein Admin die Aufgabe in der App stellt.',
        'Noch einmal, wenn die Anfrage mit demselben `Idempotency-Key` wiederholt wird.',
        'Wenn die Aufgabe geändert oder gelöscht wird.',
      ],
    },
    en: {
      raised: ['A program created an assignment with `POST /assignments`.'],
      notRaised: [
        'When an admin creates the assignment in the app.',
        'Again when the request is repeated with the same `Idempotency-Key`.',
        'When the assignment is changed or deleted.',
      ],
    },
  },
  'assignment.completed': {
    de: {
      raised: [
        'Ein Programm hat mit `PATCH /assignments/{assignment_id}` den `status` auf `done` gesetzt.',
        'Noch einmal, wenn die Aufgabe wieder geöffnet und ein zweites Mal auf `done` gesetzt wurde.',
      ],
      notRaised: [
        'Wenn ein Training die Aufgabe erledigt: Dann kommt `training.completed` mit ihrer `assignment_id`.',
        'Wenn ein Admin sie in der App als erledigt markiert.',
        'Wenn sie schon `done` war.',
      ],
    },
    en: {
      raised: [
        'A program set the `status` to `done` with `PATCH /assignments/{assignment_id}`.',
        'Again if the assignment was opened again and set to `done` a second time.',
      ],
      notRaised: [
        'When a training completes the assignment: then `training.completed` comes with its `assignment_id`.',
        'When an admin marks it as done in the app.',
        'When it was `done` already.',
      ],
    },
  },
  'member.joined': {
    de: {
      raised: [
        'Jemand wurde eingeladen, über die API oder in der App. `status` ist `invited`, `user_id` ist null.',
        'Jemand wurde ohne Einladung aufgenommen. `status` ist `active`.',
      ],
      notRaised: [
        'Noch einmal, wenn die Einladung angenommen wird: `GET /users/{member_id}` zeigt dann `active` und die `user_id`.',
        'Wenn eine Einladung noch einmal gesendet wird.',
        'Wenn sich die Rolle ändert.',
      ],
    },
    en: {
      raised: [
        'Somebody was invited, through the API or in the app. `status` is `invited`, `user_id` is null.',
        'Somebody was added without an invitation. `status` is `active`.',
      ],
      notRaised: [
        'Again when the invitation is accepted: `GET /users/{member_id}` then shows `active` and the `user_id`.',
        'When an invitation is sent again.',
        'When the role changes.',
      ],
    },
  },
  'member.removed': {
    de: {
      raised: [
        'Ein Mitglied wurde entfernt, über die API oder in der App.',
        'Eine Einladung wurde zurückgezogen. `user_id` ist dann null.',
      ],
      notRaised: [
        'Für die Aufgaben des Mitglieds, die dabei widerrufen werden: Von ihnen kommt kein Ereignis.',
        'Wenn das ganze Team endet oder gesperrt wird.',
      ],
    },
    en: {
      raised: [
        'A member was removed, through the API or in the app.',
        'An invitation was withdrawn. `user_id` is then null.',
      ],
      notRaised: [
        'For the assignments of the member that are revoked with it: no event tells of them.',
        'When the whole team ends or is suspended.',
      ],
    },
  },
  'member.erased': {
    de: {
      raised: [
        'Wer das Team besitzt, hat in der App die Daten eines ehemaligen Mitglieds gelöscht, und der Dienst ist damit fertig: Name, Adressen und Texte sind weg, auch aus den Bewertungen anderer.',
        'Hatte die Person mehrere Mitgliedschaften im Team, einmal für jede.',
        'Noch einmal mit einer neuen `id`, wenn der Betreiber eine Sicherung einspielt und die Löschung danach wiederholt.',
      ],
      notRaised: [
        'Wenn ein Mitglied entfernt wird: Dann kommt `member.removed`, und die Daten bleiben, bis sie gelöscht werden.',
        'Wenn ein Endpunkt erst später angelegt wird: `GET /erasures` zeigt die Löschungen eines Jahres.',
        'Wenn das ganze Team gelöscht wird.',
      ],
    },
    en: {
      raised: [
        'The owner of the team has erased the data of a former member in the app, and the service has finished: name, addresses and texts are gone, from the evaluations of others too.',
        'Once for each membership, if the person had several in the team.',
        'Again with a new `id` if the operator restores a backup, and then repeats the erasure.',
      ],
      notRaised: [
        'When a member is removed: `member.removed` comes then, and the data stay until they are erased.',
        'If an endpoint is created only later: `GET /erasures` lists the erasures of a year.',
        'When the whole team is deleted.',
      ],
    },
  },
  'crm.sync.failed': {
    de: {
      raised: [
        'Ein Versuch, mit dem CRM abzugleichen, ist fehlgeschlagen. `reason` sagt, warum.',
        'Bei jedem weiteren Fehlschlag wieder: `consecutive_failures` zählt sie, je Verbindung.',
        'Mit `reason` `auth` einmal: Danach versucht der Dienst nichts, bis sich ein Admin in der App neu anmeldet.',
      ],
      notRaised: [
        'Wenn ein Abgleich gelingt, auch nach Fehlschlägen: `synced_at` in `GET /crm/deals` zeigt den letzten.',
        'Solange der Dienst auf die Limits des CRM wartet.',
        'Wenn das Team keine Verbindung zu einem CRM hat, oder sie pausiert.',
      ],
    },
    en: {
      raised: [
        'An attempt to synchronize with the CRM has failed. `reason` says why.',
        'Again with each further failure: `consecutive_failures` counts them, for each connection.',
        'With the `reason` `auth` once: the service then tries nothing until an admin signs in again in the app.',
      ],
      notRaised: [
        'When a synchronization succeeds, even after failures: `synced_at` in `GET /crm/deals` shows the last one.',
        'While the service waits for the limits of the CRM.',
        'When the team has no connection to a CRM, or has paused it.',
      ],
    },
  },
  ping: {
    de: {
      raised: [
        'Sie haben mit `POST /webhook-endpoints/{endpoint_id}/test` oder in der App einen Test angefordert.',
        'Auch an einen Endpunkt, der `disabled` oder `disabled_failures` ist. Er bleibt es.',
      ],
      notRaised: ['Von selbst: Der Dienst prüft Endpunkte nicht regelmäßig.'],
    },
    en: {
      raised: [
        'You asked for a test with `POST /webhook-endpoints/{endpoint_id}/test` or in the app.',
        'Also to an endpoint that is `disabled` or `disabled_failures`. It stays so.',
      ],
      notRaised: ['By itself: the service does not check endpoints regularly.'],
    },
  },
};
