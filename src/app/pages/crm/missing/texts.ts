import { defineTexts } from '../../../text/define-texts.ts';

/** Why a deal of the CRM may not be here. */
export const missingTexts = defineTexts(
  {
    title: 'Warum ein Deal fehlen kann',
    lead: 'Steht der Deal im CRM, aber nicht hier? Das sind die möglichen Gründe.',
    removed: (id: string) => `Der Deal ${id} war hier und wurde entfernt.`,
    removedMore:
      'Er wurde im CRM gelöscht, archiviert oder mit einem anderen zusammengeführt, oder seine Pipeline wird nicht mehr gelesen. Entfernt wurde er',
    unread: (id: string) => `Der Datensatz ${id} ließ sich nicht lesen.`,
    unreadMore: (field: string) =>
      `Das Feld ${field} hat einen Wert, den wir nicht verstehen. Berichtigen Sie es im CRM; der nächste Abgleich holt den Deal.`,
    noConnection: 'Es ist kein CRM verbunden.',
    connect: 'CRM verbinden',
    synced: 'Zuletzt abgeglichen',
    syncedMore: 'Was danach im CRM angelegt oder geändert wurde, ist noch nicht hier.',
    neverSynced: 'Noch nie abgeglichen.',
    states: {
      first: 'Der erste Abgleich läuft noch. Die Deals erscheinen nach und nach.',
      behind: 'Der nächste Abgleich beginnt gleich. Neues erscheint in Kürze.',
      running: 'Gerade läuft ein Abgleich. Neues erscheint in Kürze.',
      waits: (time: string) =>
        `Der Abgleich wartet auf das Kontingent des CRM. Weiter geht es ${time}.`,
      waitsOpen: 'Der Abgleich wartet auf das Kontingent des CRM. Weiter geht es von selbst.',
      sign_in: 'Das CRM verlangt eine neue Anmeldung. Bis dahin kommt nichts Neues.',
      paused: 'Diese Verbindung ist pausiert. Neues kommt erst, wenn sie fortgesetzt wird.',
      confirm_deletion:
        'Im CRM sind viele Deals nicht mehr zu sehen. Jemand muss entscheiden, ob sie hier entfernt werden.',
      failing: 'Der Abgleich schlägt fehl. Bis er wieder gelingt, kommt nichts Neues.',
      ended: 'Diese Verbindung ist getrennt. Die Deals bleiben, wie sie waren.',
      removing: 'Diese Verbindung ist getrennt, und ihre Deals werden gerade entfernt.',
    },
    pipelines: (chosen: string) => `Gelesen wird nur: ${chosen}.`,
    leftOut: (names: string) => `Nicht gewählt: ${names}.`,
    others: (count: string) => `${count} weitere`,
    setAside: (count: string) =>
      count === '1'
        ? '1 Datensatz ließ sich nicht lesen und fehlt deshalb.'
        : `${count} Datensätze ließen sich nicht lesen und fehlen deshalb.`,
    show: 'Zeigen',
    change: 'Ändern',
    rules: 'Bei allen Verbindungen',
    deleted:
      'Was im CRM gelöscht ist, steht hier nicht. Archivierte Deals auch nicht, außer bei Pipedrive.',
    hidden: 'Wir lesen nur, was das Konto sehen darf, mit dem die Verbindung eingerichtet ist.',
    ask: 'Verbindungen ändert, wer das Recht „Schnittstellen“ hat.',
  },
  {
    title: 'Why a deal may be missing',
    lead: 'Is the deal in the CRM but not here? These are the possible reasons.',
    removed: (id: string) => `The deal ${id} was here and has been removed.`,
    removedMore:
      'It was deleted, archived or merged into another one in the CRM, or its pipeline is no longer read. It was removed',
    unread: (id: string) => `The record ${id} could not be read.`,
    unreadMore: (field: string) =>
      `The field ${field} has a value that we do not understand. Correct it in the CRM; the next synchronization brings the deal.`,
    noConnection: 'No CRM is connected.',
    connect: 'Connect a CRM',
    synced: 'Last synchronized',
    syncedMore: 'What was added or changed in the CRM after that is not here yet.',
    neverSynced: 'Not synchronized yet.',
    states: {
      first: 'The first synchronization has not ended yet. Deals appear little by little.',
      behind: 'The next synchronization begins in a moment. What is new appears shortly.',
      running: 'A synchronization is running. What is new appears shortly.',
      waits: (time: string) =>
        `The synchronization waits for the quota of the CRM. It continues ${time}.`,
      waitsOpen: 'The synchronization waits for the quota of the CRM. It continues by itself.',
      sign_in: 'The CRM asks for a new sign-in. Until then nothing new arrives.',
      paused: 'This connection is paused. Nothing new arrives until somebody resumes it.',
      confirm_deletion:
        'Many deals can no longer be seen in the CRM. Somebody has to decide whether they are removed here.',
      failing: 'The synchronization is failing. Nothing new arrives until it succeeds again.',
      ended: 'This connection is disconnected. Its deals stay as they were.',
      removing: 'This connection is disconnected, and its deals are being removed.',
    },
    pipelines: (chosen: string) => `Only read: ${chosen}.`,
    leftOut: (names: string) => `Not chosen: ${names}.`,
    others: (count: string) => `${count} more`,
    setAside: (count: string) =>
      count === '1'
        ? '1 record could not be read and is therefore missing.'
        : `${count} records could not be read and are therefore missing.`,
    show: 'Show',
    change: 'Change',
    rules: 'For all connections',
    deleted:
      'What is deleted in the CRM is not here. Neither are archived deals, except those of Pipedrive.',
    hidden: 'We read only what the account may see with which the connection was made.',
    ask: 'Whoever has the right “interfaces” can change connections.',
  },
);
