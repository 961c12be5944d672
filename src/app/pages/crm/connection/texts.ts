import { defineTexts } from '../../../text/define-texts.ts';

export const connectionTexts = defineTexts(
  {
    syncNow: 'Jetzt abgleichen',
    syncBegins: 'Der Abgleich beginnt.',
    readAgain: 'Alles noch einmal lesen',
    pause: 'Pausieren',
    resume: 'Fortsetzen',
    tryAgain: 'Erneut versuchen',
    reconnect: 'Neu verbinden',
    openCrm: 'Demo-CRM öffnen',
    practice:
      'Ein Übungs-CRM mit erfundenen Deals. Etwa alle zehn Minuten ändert es einen Deal von selbst.',
    disconnect: 'Trennen',
    disconnectTitle: (name: string) => `„${name}“ trennen`,
    disconnectMore: (deals: string, objections: string) =>
      `Danach lesen wir nichts mehr und löschen die Zugangsdaten. ${deals} und ${objections} bleiben. Verbinden Sie dasselbe Konto wieder, behalten sie ihre IDs.`,
    remove: 'Trennen und Daten entfernen',
    removeTitle: (name: string) => `Daten von „${name}“ entfernen`,
    removeMore: (deals: string, objections: string) =>
      `${deals} und ${objections} verschwinden aus der App und aus der API. Das lässt sich nicht rückgängig machen.`,

    deals: 'Deals',
    objections: 'Einwände',
    show: 'Zeigen',
    next: 'Nächster Abgleich',
    nextNone: 'keiner geplant',
    soon: 'gleich',
    running: 'läuft gerade',
    account: 'Konto',
    byToken: (last: string) => (last ? `Schlüssel, der auf ${last} endet` : 'Schlüssel'),
    byOAuth: (provider: string) => `Anmeldung bei ${provider}`,

    details: 'Einzelheiten',
    setAside: (count: string) =>
      count === '1'
        ? 'Ein Datensatz lässt sich nicht lesen'
        : `${count} Datensätze lassen sich nicht lesen`,
    setAsideMore: 'Alle anderen sind gelesen. Sobald der Wert im CRM stimmt, folgt auch der Rest.',
    keepAll: 'Behalten und neu prüfen',
    removeThem: (gone: string, things: string) => `${gone} ${things} entfernen`,
    removeThemOpen: 'Entfernen',
    removeThemMore: 'Was im CRM wieder auftaucht, kommt mit derselben ID zurück.',

    runs: 'Letzte Abgleiche',
    noRuns: 'Noch kein Abgleich',
    came: (count: string) => `${count} neu`,
    changed: (count: string) => `${count} geändert`,
    went: (count: string) => `${count} entfernt`,
    unreadable: (count: string) => `${count} nicht lesbar`,
    nothing: 'Keine Änderungen',
    causes: {
      first: 'Erster Abgleich',
      schedule: 'Nach Plan',
      person: 'Von Hand',
      settings: 'Geänderte Einstellungen',
      connected: 'Neu verbunden',
    },
    runId: 'ID des Laufs',
    noId: 'ohne ID',
    untitled: 'Ohne Titel',
    isBack: 'wieder da',
    isGone: 'entfernt',
  },
  {
    syncNow: 'Synchronize now',
    syncBegins: 'The synchronization is starting.',
    readAgain: 'Read everything again',
    pause: 'Pause',
    resume: 'Resume',
    tryAgain: 'Try again',
    reconnect: 'Connect again',
    openCrm: 'Open the demo CRM',
    practice:
      'A practice CRM with made-up deals. About every ten minutes, it changes a deal on its own.',
    disconnect: 'Disconnect',
    disconnectTitle: (name: string) => `Disconnect “${name}”`,
    disconnectMore: (deals: string, objections: string) =>
      `We stop reading and delete the credentials. ${deals} and ${objections} stay. If you connect the same account again, they keep their IDs.`,
    remove: 'Disconnect and remove the data',
    removeTitle: (name: string) => `Remove the data of “${name}”`,
    removeMore: (deals: string, objections: string) =>
      `${deals} and ${objections} disappear from the app and the API. This cannot be undone.`,

    deals: 'Deals',
    objections: 'Objections',
    show: 'Show',
    next: 'Next synchronization',
    nextNone: 'none scheduled',
    soon: 'in a moment',
    running: 'running now',
    account: 'Account',
    byToken: (last: string) => (last ? `Key that ends in ${last}` : 'Key'),
    byOAuth: (provider: string) => `Sign-in to ${provider}`,

    details: 'Details',
    setAside: (count: string) =>
      count === '1' ? 'One record could not be read' : `${count} records could not be read`,
    setAsideMore:
      'All other records were read. The rest follows once its value in the CRM is corrected.',
    keepAll: 'Keep them and check again',
    removeThem: (gone: string, things: string) => `Remove ${gone} ${things}`,
    removeThemOpen: 'Remove them',
    removeThemMore: 'Whatever reappears in the CRM comes back with the same ID.',

    runs: 'Latest synchronizations',
    noRuns: 'No synchronization yet',
    came: (count: string) => `${count} new`,
    changed: (count: string) => `${count} changed`,
    went: (count: string) => `${count} removed`,
    unreadable: (count: string) => `${count} unreadable`,
    nothing: 'No changes',
    causes: {
      first: 'First synchronization',
      schedule: 'Scheduled',
      person: 'Manual',
      settings: 'Settings changed',
      connected: 'Connected again',
    },
    runId: 'ID of the run',
    noId: 'no ID',
    untitled: 'Untitled',
    isBack: 'back again',
    isGone: 'removed',
  },
);
