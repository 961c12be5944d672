import { defineTexts } from '../../text/define-texts.ts';

export const sandboxTexts = defineTexts(
  {
    title: 'Sandboxes',
    lead: 'Ein eigenes Team zum Ausprobieren, mit Beispieldaten, Schlüsseln und Endpunkten. Nichts davon erreicht Ihre echten Daten, und keine E-Mail verlässt eine Sandbox. Alle aktiven Mitglieder können sie öffnen, mit den Rechten, die sie hier haben.',
    create: 'Sandbox anlegen',
    name: 'Name',
    none: 'Ihr Team hat noch keine Sandbox.',
    noneForOthers: 'Die Inhaberin oder der Inhaber kann eine anlegen.',
    most: (count: string) => `Mehr als ${count} gehen nicht. Löschen Sie eine, um Platz zu machen.`,
    open: 'Öffnen',
    actions: (name: string) => `Aktionen für ${name}`,
    rename: 'Umbenennen',
    renamed: 'Der Name ist geändert',
    reset: 'Zurücksetzen',
    resetTitle: (name: string) => `Sandbox „${name}“ zurücksetzen`,
    resetGoes:
      'Alle Daten der Sandbox werden gelöscht, auch Mitglieder, Trainings und Audit-Log. Danach beginnt sie wieder mit den Beispieldaten.',
    resetStays:
      'API-Schlüssel und Webhook-Endpunkte bleiben, damit Ihre Programme weiterarbeiten. Auch der Name bleibt.',
    resetting: 'Die Sandbox wird zurückgesetzt',
    remove: 'Löschen',
    removeTitle: (name: string) => `Sandbox „${name}“ löschen`,
    removeMore:
      'Alle Daten der Sandbox werden gelöscht, auch ihre Schlüssel und Endpunkte. Das lässt sich nicht rückgängig machen. Ihr Team selbst ändert sich nicht.',
    removing: 'Die Sandbox wird gelöscht',
    used: 'Zuletzt benutzt',
    deletedUnused: 'wird ohne Benutzung gelöscht am',
    seatsTitle: 'Plätze dieser Sandbox',
    seatsLead:
      'Setzen Sie die Zahl auf die belegten Plätze oder darunter, um „seat_limit_reached“ zu sehen. Wer schon Mitglied ist, bleibt es.',
    saveSeats: 'Speichern',
    seatsSaved: 'Die Zahl der Plätze ist gespeichert',
  },
  {
    title: 'Sandboxes',
    lead: 'A team to try things in, with sample data, keys and endpoints. Nothing in it reaches your real data, and no e-mail leaves a sandbox. All active members can open it, with the rights that they have here.',
    create: 'Create a sandbox',
    name: 'Name',
    none: 'Your team has no sandbox yet.',
    noneForOthers: 'The owner can create one.',
    most: (count: string) => `A team can have ${count} at most. Delete one to make room.`,
    open: 'Open',
    actions: (name: string) => `Actions for ${name}`,
    rename: 'Rename',
    renamed: 'The name is changed',
    reset: 'Reset',
    resetTitle: (name: string) => `Reset the sandbox “${name}”`,
    resetGoes:
      'All data of the sandbox are deleted, with its members, trainings and audit log. It then begins again with the sample data.',
    resetStays:
      'API keys and webhook endpoints stay, so that your programs go on. The name stays too.',
    resetting: 'The sandbox is being reset',
    remove: 'Delete',
    removeTitle: (name: string) => `Delete the sandbox “${name}”`,
    removeMore:
      'All data of the sandbox are deleted, with its keys and endpoints. This cannot be undone. Your team does not change.',
    removing: 'The sandbox is being deleted',
    used: 'Last used',
    deletedUnused: 'deleted unless used by',
    seatsTitle: 'Seats of this sandbox',
    seatsLead:
      'Set the number to the seats that are taken, or below, to see “seat_limit_reached”. Everybody who is a member stays one.',
    saveSeats: 'Save',
    seatsSaved: 'The number of seats is saved',
  },
);
