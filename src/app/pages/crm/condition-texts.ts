import { defineTexts } from '../../text/define-texts.ts';

/** The state of a connection in one sentence. `provider` is the name of the CRM. */
export const conditionTexts = defineTexts(
  {
    deals: (count: string) => (count === '1' ? '1 Deal' : `${count} Deals`),
    objections: (count: string) => (count === '1' ? '1 Einwand' : `${count} Einwände`),
    firstSoon: 'Der erste Abgleich beginnt gleich.',
    firstStarted: 'Der erste Abgleich hat begonnen.',
    first: (records: string) => `Erster Abgleich: ${records} Datensätze gelesen`,
    firstOf: (read: string, all: string) =>
      `Erster Abgleich: ${read} von etwa ${all} Datensätzen gelesen`,
    firstMore: 'Deals erscheinen schon jetzt nach und nach. Sie können diese Seite verlassen.',
    upToDate: 'Zuletzt abgeglichen',
    behind: (time: string) => `Gelesen bis ${time}. Der nächste Abgleich beginnt gleich.`,
    running: (records: string) => `Abgleich läuft: ${records} Datensätze gelesen`,
    quota: (provider: string) => `Das Kontingent bei ${provider} ist aufgebraucht.`,
    budget: 'Das Tagesbudget dieser Verbindung ist aufgebraucht.',
    budgetMore: 'Mehr Anfragen am Tag erlauben Sie in den Einstellungen.',
    goesOn: (time: string) => `Weiter geht es ${time}.`,
    goesOnOpen: 'Es geht von selbst weiter.',
    paused: 'Pausiert: Deals und Einwände bleiben auf dem Stand des letzten Abgleichs.',
    failing: (since: string) => `Schlägt seit ${since} fehl.`,
    nextTry: (time: string) => `Nächster Versuch ${time}.`,
    ended: 'Getrennt: Die Daten sind noch da und ändern sich nicht mehr.',
    endedMore: 'Verbinden Sie dasselbe Konto wieder, behalten die Deals ihre IDs.',
    removing: (deals: string, objections: string) =>
      `Noch zu entfernen: ${deals} und ${objections}.`,
    at: { day: (time: string) => `um ${time} Uhr`, other: (time: string) => `am ${time}` },
    since: { day: (time: string) => `${time} Uhr`, other: (time: string) => time },
  },
  {
    deals: (count: string) => (count === '1' ? '1 deal' : `${count} deals`),
    objections: (count: string) => (count === '1' ? '1 objection' : `${count} objections`),
    firstSoon: 'The first synchronization is about to begin.',
    firstStarted: 'The first synchronization has begun.',
    first: (records: string) => `First synchronization: ${records} records read`,
    firstOf: (records: string, all: string) =>
      `First synchronization: ${records} of about ${all} records read`,
    firstMore: 'Deals appear as they are read. You can leave this page.',
    upToDate: 'Last synchronized',
    behind: (time: string) => `Read up to ${time}. The next synchronization begins in a moment.`,
    running: (records: string) => `Synchronizing: ${records} records read`,
    quota: (provider: string) => `The quota at ${provider} is used up.`,
    budget: "This connection's daily budget is used up.",
    budgetMore: 'You can allow more requests per day in the settings.',
    goesOn: (time: string) => `It continues ${time}.`,
    goesOnOpen: 'It continues by itself.',
    paused: 'Paused: deals and objections stay as they were last synchronized.',
    failing: (since: string) => `Failing since ${since}.`,
    nextTry: (time: string) => `Next attempt ${time}.`,
    ended: 'Disconnected: the data is still there and no longer changes.',
    endedMore: 'If you connect the same account again, the deals keep their IDs.',
    removing: (deals: string, objections: string) => `Left to remove: ${deals} and ${objections}.`,
    at: { day: (time: string) => `at ${time}`, other: (time: string) => `on ${time}` },
    since: { day: (time: string) => time, other: (time: string) => time },
  },
);

/** Why a synchronization failed, and what to do. */
export const failureTexts = defineTexts(
  {
    auth: (provider: string) => `${provider} nimmt die Zugangsdaten nicht mehr an.`,
    authToDo: 'Verbinden Sie dasselbe Konto neu. Bis dahin bleiben die Deals, wie sie sind.',
    permission: (provider: string, permission: string) =>
      `${provider} verweigert ein Recht: ${permission}.`,
    permissionToDo:
      'Geben Sie den Zugangsdaten dort dieses Recht, und versuchen Sie es erneut. Geht das nicht, verbinden Sie neu.',
    unavailable: (provider: string, code: string) =>
      code === 'timeout'
        ? `${provider} hat nicht rechtzeitig geantwortet.`
        : `${provider} war nicht erreichbar${code && ` (${code})`}.`,
    answered: (provider: string, broken: string) => `${provider} hat mehrmals ${broken} geschickt.`,
    broken: {
      web_page: 'eine Webseite statt Daten',
      cut_json: 'unvollständiges JSON',
      not_json: 'etwas anderes als JSON',
      empty: 'eine leere Antwort',
      redirect: 'einen Verweis auf eine andere Adresse',
    },
    unavailableToDo: (provider: string) =>
      `Wir versuchen es von selbst weiter. Hält es an, sagt die Statusseite von ${provider} mehr.`,
    addressRefused: (provider: string) =>
      `Adresse nicht erlaubt: Dort dürfen wir ${provider} nicht fragen.`,
    addressRefusedToDo: 'Verbinden Sie neu. Bleibt es dabei, sagen Sie es dem Betreiber.',
    contract: (provider: string, field: string) =>
      `Antworten von ${provider} ließen sich nicht lesen${field && `, zuerst das Feld ${field}`}.`,
    contractToDo:
      'Hat im CRM gerade ein Feld einen anderen Typ bekommen? Sonst nennen Sie dem Support die ID dieses Laufs.',
    deletion: 'Mehr als die Hälfte ist im CRM nicht mehr zu sehen.',
    deletionOf: (gone: string, total: string, things: string) =>
      `${gone} von ${total} ${things} sind im CRM nicht mehr zu sehen.`,
    deletionToDo:
      'Wir haben nichts entfernt: Es sieht genauso aus, wenn den Zugangsdaten ein Recht oder eine Pipeline fehlt. Sehen Sie im CRM nach, bevor Sie bestätigen.',
    deals: 'Deals',
    ofNotes: 'Einwände aus Notizen',
    settings: 'Die Einstellungen dieser Verbindung lassen sich nicht lesen.',
    settingsToDo: 'Ändern und speichern Sie sie. Die Deals bleiben, wie sie sind.',
    internal: 'Bei uns ist ein Fehler aufgetreten.',
    internalToDo:
      'Wir versuchen es stündlich weiter. Hält es an, nennen Sie dem Support die ID dieses Laufs.',
  },
  {
    auth: (provider: string) => `${provider} no longer accepts the credentials.`,
    authToDo: 'Connect the same account again. Until then the deals stay as they are.',
    permission: (provider: string, permission: string) =>
      `${provider} refuses a permission: ${permission}.`,
    permissionToDo:
      'Give the credentials this permission there, then try again. If that is not possible, connect again.',
    unavailable: (provider: string, code: string) =>
      code === 'timeout'
        ? `${provider} did not respond in time.`
        : `${provider} could not be reached${code && ` (${code})`}.`,
    answered: (provider: string, broken: string) => `${provider} repeatedly returned ${broken}.`,
    broken: {
      web_page: 'a web page instead of data',
      cut_json: 'incomplete JSON',
      not_json: 'something that is not JSON',
      empty: 'an empty response',
      redirect: 'a redirect to another address',
    },
    unavailableToDo: (provider: string) =>
      `We keep trying automatically. If it persists, check the status page of ${provider}.`,
    addressRefused: (provider: string) =>
      `Address not allowed: we may not contact ${provider} there.`,
    addressRefusedToDo: 'Connect again. If that does not help, tell the operator.',
    contract: (provider: string, field: string) =>
      `Responses from ${provider} could not be read${field && `, starting with the field ${field}`}.`,
    contractToDo:
      'Has the type of a field in the CRM just changed? If not, give support the ID of this run.',
    deletion: 'More than half can no longer be seen in the CRM.',
    deletionOf: (gone: string, total: string, things: string) =>
      `${gone} of ${total} ${things} can no longer be seen in the CRM.`,
    deletionToDo:
      'We have removed nothing: it looks the same if the credentials lack a permission or a pipeline. Check the CRM before you confirm.',
    deals: 'deals',
    ofNotes: 'objections from notes',
    settings: 'The settings of this connection cannot be read.',
    settingsToDo: 'Change and save them. The deals stay as they are.',
    internal: 'An error occurred on our side.',
    internalToDo: 'We keep trying every hour. If it persists, give support the ID of this run.',
  },
);
