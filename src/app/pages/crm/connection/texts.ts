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
      `Danach wird nichts mehr gelesen, und wir vergessen die Zugangsdaten. ${deals} und ${objections} bleiben. Verbinden Sie dasselbe Konto wieder, geht es mit denselben IDs weiter.`,
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
    setAsideMore: 'Alle anderen sind da. Sobald der Wert im CRM stimmt, kommt auch der Rest.',
    keepAll: 'Behalten und neu prüfen',
    kept: 'Es bleibt alles da. Wir lesen das CRM noch einmal.',
    removeThem: (gone: string, things: string) => `${gone} ${things} entfernen`,
    removeThemOpen: 'Entfernen',
    removeDeals:
      'Mit den Deals gehen ihre Einwände. Taucht ein Deal im CRM wieder auf, kommt er mit derselben ID zurück.',
    removeNotes: 'Die Deals bleiben.',

    runs: 'Letzte Abgleiche',
    noRuns: 'Noch kein Abgleich',
    olderRuns: 'Ältere zeigen',
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
    syncBegins: 'The synchronization begins.',
    readAgain: 'Read everything again',
    pause: 'Pause',
    resume: 'Resume',
    tryAgain: 'Try again',
    reconnect: 'Connect again',
    openCrm: 'Open the demo CRM',
    practice:
      'A practice CRM with invented deals. About every ten minutes it changes a deal by itself.',
    disconnect: 'Disconnect',
    disconnectTitle: (name: string) => `Disconnect “${name}”`,
    disconnectMore: (deals: string, objections: string) =>
      `Nothing is read any more, and we forget the credentials. ${deals} and ${objections} stay. If you connect the same account again, it goes on with the same ids.`,
    remove: 'Disconnect and remove the data',
    removeTitle: (name: string) => `Remove the data of “${name}”`,
    removeMore: (deals: string, objections: string) =>
      `${deals} and ${objections} disappear from the app and the API. This cannot be undone.`,

    deals: 'Deals',
    objections: 'Objections',
    show: 'Show',
    next: 'Next synchronization',
    nextNone: 'none planned',
    soon: 'in a moment',
    running: 'running now',
    account: 'Account',
    byToken: (last: string) => (last ? `Key that ends in ${last}` : 'Key'),
    byOAuth: (provider: string) => `Sign-in to ${provider}`,

    details: 'Details',
    setAside: (count: string) =>
      count === '1' ? 'A record cannot be read' : `${count} records cannot be read`,
    setAsideMore: 'All others are here. As soon as the value in the CRM is right, the rest comes.',
    keepAll: 'Keep them and check again',
    kept: 'Everything stays. We read the CRM once more.',
    removeThem: (gone: string, things: string) => `Remove ${gone} ${things}`,
    removeThemOpen: 'Remove them',
    removeDeals:
      'Their objections go with the deals. If a deal appears in the CRM again, it comes back with the same id.',
    removeNotes: 'The deals stay.',

    runs: 'Latest synchronizations',
    noRuns: 'No synchronization yet',
    olderRuns: 'Show older ones',
    came: (count: string) => `${count} new`,
    changed: (count: string) => `${count} changed`,
    went: (count: string) => `${count} removed`,
    unreadable: (count: string) => `${count} unreadable`,
    nothing: 'No changes',
    causes: {
      first: 'First synchronization',
      schedule: 'On schedule',
      person: 'Manually',
      settings: 'Changed settings',
      connected: 'Connected again',
    },
    runId: 'ID of the run',
    noId: 'without an ID',
    untitled: 'Untitled',
    isBack: 'back again',
    isGone: 'removed',
  },
);
