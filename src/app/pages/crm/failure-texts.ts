import { defineTexts } from '../../text/define-texts.ts';

/** Why a synchronization failed, and what to do. `provider` is the name of the CRM. */
export const failureTexts = defineTexts(
  {
    toDo: 'Was zu tun ist',
    auth: (provider: string) => `${provider} nimmt die Zugangsdaten nicht mehr an.`,
    authToDo: (provider: string) =>
      `Verbinden Sie neu: mit einer Anmeldung bei ${provider} oder mit einem gültigen Schlüssel desselben Kontos. Bis dahin wird nichts versucht, und die Deals bleiben, wie sie sind.`,
    permission: (provider: string, permission: string) =>
      `${provider} verweigert ein Recht: ${permission}.`,
    permissionToDo: (provider: string) =>
      `Geben Sie den Zugangsdaten dieses Recht bei ${provider}, und versuchen Sie es danach erneut. Lassen sich ihre Rechte dort nicht ändern, verbinden Sie neu.`,
    timeout: (provider: string) => `${provider} hat nicht rechtzeitig geantwortet.`,
    status: (provider: string, status: string) =>
      `${provider} hat mit dem Fehler ${status} geantwortet.`,
    unreachable: (provider: string, code: string) => `${provider} war nicht erreichbar (${code}).`,
    unavailable: (provider: string) => `${provider} war nicht erreichbar.`,
    broken: {
      web_page: (provider: string) =>
        `${provider} hat mehrmals mit einer Webseite geantwortet statt mit Daten.`,
      cut_json: (provider: string) =>
        `${provider} hat mehrmals mit Daten geantwortet, die kein vollständiges JSON waren.`,
      not_json: (provider: string) =>
        `${provider} hat mehrmals mit etwas geantwortet, das kein JSON war.`,
      empty: (provider: string) => `${provider} hat mehrmals mit nichts geantwortet.`,
      redirect: (provider: string) =>
        `${provider} hat mehrmals auf eine andere Adresse verwiesen, der wir nicht folgen.`,
    },
    addressRefused: (provider: string) =>
      `Adresse nicht erlaubt: Unter der Adresse, die für ${provider} gespeichert ist, dürfen wir nicht fragen.`,
    addressRefusedToDo:
      'Verbinden Sie neu. Bleibt es dabei, wenden Sie sich an den Betreiber: Er legt die Adresse fest.',
    unavailableToDo: (provider: string) =>
      `Sie müssen nichts tun: Wir versuchen es weiter, zuletzt einmal in der Stunde. Hält es an, sagt die Statusseite von ${provider} mehr.`,
    contract: (provider: string) => `Antworten von ${provider} ließen sich nicht lesen.`,
    contractField: (provider: string, field: string) =>
      `Antworten von ${provider} ließen sich nicht lesen, zuerst das Feld ${field}.`,
    contractToDo:
      'Sehen Sie nach, ob im CRM gerade ein Feld einen anderen Typ bekommen hat. Sonst nennen Sie dem Support die ID dieses Laufs.',
    deletion: 'Mehr als die Hälfte ist im CRM nicht mehr zu sehen.',
    deletionOf: (gone: string, total: string, things: string) =>
      `${gone} von ${total} ${things} sind im CRM nicht mehr zu sehen.`,
    deletionToDo:
      'Sehen Sie im CRM nach, ob sie wirklich gelöscht sind oder ob ein Recht fehlt. Bestätigen Sie das Entfernen erst dann.',
    deals: 'Deals',
    ofNotes: 'Einwände aus Notizen',
    settings: 'Die Einrichtung dieser Verbindung lässt sich nicht lesen.',
    settingsToDo:
      'Wählen Sie unter „Einrichtung“ noch einmal, was gelten soll, und speichern Sie. Die Deals bleiben, wie sie sind.',
    internal: 'Bei uns ist ein Fehler aufgetreten.',
    internalToDo:
      'Sie müssen nichts tun: Wir versuchen es stündlich weiter. Hält es an, nennen Sie dem Support die ID dieses Laufs.',
  },
  {
    toDo: 'What to do',
    auth: (provider: string) => `${provider} no longer accepts the credentials.`,
    authToDo: (provider: string) =>
      `Connect again: by signing in to ${provider}, or with a valid key of the same account. Until then nothing is tried, and the deals stay as they are.`,
    permission: (provider: string, permission: string) =>
      `${provider} refuses a permission: ${permission}.`,
    permissionToDo: (provider: string) =>
      `Give the credentials this permission in ${provider}, then try again. If their permissions cannot be changed there, connect again.`,
    timeout: (provider: string) => `${provider} did not respond in time.`,
    status: (provider: string, status: string) => `${provider} returned the error ${status}.`,
    unreachable: (provider: string, code: string) => `${provider} could not be reached (${code}).`,
    unavailable: (provider: string) => `${provider} could not be reached.`,
    broken: {
      web_page: (provider: string) => `${provider} repeatedly returned a web page instead of data.`,
      cut_json: (provider: string) => `${provider} repeatedly returned incomplete JSON.`,
      not_json: (provider: string) => `${provider} repeatedly returned something that is not JSON.`,
      empty: (provider: string) => `${provider} repeatedly returned an empty response.`,
      redirect: (provider: string) =>
        `${provider} repeatedly redirected to another address, which we do not follow.`,
    },
    addressRefused: (provider: string) =>
      `Address not allowed: we may not ask at the address that is stored for ${provider}.`,
    addressRefusedToDo:
      'Connect again. If that does not help, tell the operator, who sets the address.',
    unavailableToDo: (provider: string) =>
      `You need not do anything: we go on trying, in the end once an hour. If it lasts, the status page of ${provider} tells more.`,
    contract: (provider: string) => `Responses from ${provider} could not be read.`,
    contractField: (provider: string, field: string) =>
      `Responses from ${provider} could not be read, starting with the field ${field}.`,
    contractToDo:
      'See whether a field in the CRM has just got another type. If not, tell support the ID of this run.',
    deletion: 'More than half can no longer be seen in the CRM.',
    deletionOf: (gone: string, total: string, things: string) =>
      `${gone} of ${total} ${things} can no longer be seen in the CRM.`,
    deletionToDo:
      'See in the CRM whether they are really deleted, or whether a permission is missing. Confirm the removal only then.',
    deals: 'deals',
    ofNotes: 'objections from notes',
    settings: 'The set-up of this connection cannot be read.',
    settingsToDo:
      'Choose again under “Set-up” what shall apply, and save it. The deals stay as they are.',
    internal: 'An error occurred on our side.',
    internalToDo:
      'You need not do anything: we go on trying every hour. If it lasts, tell support the ID of this run.',
  },
);
