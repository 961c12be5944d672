import { defineTexts } from '../../../text/define-texts.ts';

export const connectionTexts = defineTexts(
  {
    lead: 'Aus diesen CRM-Systemen kommen die Deals und Einwände Ihres Teams. Wir lesen dort nur und ändern nichts.',
    guide: 'Anleitung: CRM-Daten',
    guidePage: 'guides/crm',
    connect: 'CRM verbinden',
    full: 'Mehr als fünf Verbindungen sind nicht möglich.',
    list: 'Verbindungen',
    empty: 'Noch kein CRM verbunden',
    emptyMore:
      'Sobald ein CRM verbunden ist, stehen seine Deals und die Einwände Ihrer Kunden hier und in der API, und sie bleiben aktuell.',
    noneOffered:
      'Hier lässt sich derzeit kein CRM verbinden. Bitte wenden Sie sich an den Betreiber.',
    deals: (count: string) => (count === '1' ? '1 Deal' : `${count} Deals`),
    objections: (count: string) => (count === '1' ? '1 Einwand' : `${count} Einwände`),
    lines: {
      firstSoon: 'Der erste Abgleich beginnt gleich.',
      firstStarted: 'Der erste Abgleich hat begonnen.',
      first: (records: string) => `Erster Abgleich: ${records} Datensätze gelesen`,
      firstOf: (records: string, all: string) =>
        `Erster Abgleich: ${records} von etwa ${all} Datensätzen gelesen`,
      upToDate: 'Zuletzt abgeglichen',
      behind: (time: string) => `Gelesen bis ${time}. Der nächste Abgleich beginnt gleich.`,
      running: (records: string) =>
        records === '0'
          ? 'Änderungen werden gesucht'
          : records === '1'
            ? 'Abgleich läuft: 1 Datensatz gelesen'
            : `Abgleich läuft: ${records} Datensätze gelesen`,
      waits: (provider: string, time: string) =>
        `Das Kontingent bei ${provider} ist aufgebraucht. Weiter geht es ${time}.`,
      waitsOpen: (provider: string) =>
        `Das Kontingent bei ${provider} ist aufgebraucht. Es geht von selbst weiter.`,
      budget: (time: string) =>
        `Das Tagesbudget dieser Verbindung ist aufgebraucht. Weiter geht es ${time}.`,
      budgetOpen: 'Das Tagesbudget dieser Verbindung ist aufgebraucht. Es geht von selbst weiter.',
      signIn: (provider: string) => `${provider} nimmt die Zugangsdaten nicht mehr an.`,
      permission: (provider: string, permission: string) =>
        `${provider} verweigert ein Recht: ${permission}.`,
      paused: 'Die Deals bleiben auf dem Stand des letzten Abgleichs.',
      confirm: (gone: string, total: string, things: string) =>
        `${gone} von ${total} ${things} sind im CRM nicht mehr zu sehen.`,
      confirmOpen: 'Mehr als die Hälfte ist im CRM nicht mehr zu sehen.',
      failing: (since: string, next: string) =>
        `Schlägt seit ${since} fehl. Nächster Versuch ${next}.`,
      failingOpen: (since: string) => `Schlägt seit ${since} fehl.`,
      ended: 'Die Daten sind noch da und ändern sich nicht mehr.',
      removing: (deals: string) => `Noch ${deals} zu entfernen`,
    },
    at: { day: (time: string) => `um ${time} Uhr`, other: (time: string) => `am ${time}` },
    since: { day: (time: string) => `${time} Uhr`, other: (time: string) => time },
  },
  {
    lead: "Your team's deals and objections come from these CRM systems. We only read there and change nothing.",
    guide: 'Guide: CRM data',
    guidePage: 'guides/crm',
    connect: 'Connect a CRM',
    full: 'More than five connections are not possible.',
    list: 'Connections',
    empty: 'No CRM connected yet',
    emptyMore:
      "As soon as a CRM is connected, its deals and your customers' objections are here and in the API, and they stay up to date.",
    noneOffered: 'No CRM can be connected here at present. Please contact the operator.',
    deals: (count: string) => (count === '1' ? '1 deal' : `${count} deals`),
    objections: (count: string) => (count === '1' ? '1 objection' : `${count} objections`),
    lines: {
      firstSoon: 'The first synchronization is about to begin.',
      firstStarted: 'The first synchronization has begun.',
      first: (records: string) => `First synchronization: ${records} records read`,
      firstOf: (records: string, all: string) =>
        `First synchronization: ${records} of about ${all} records read`,
      upToDate: 'Last synchronized',
      behind: (time: string) => `Read up to ${time}. The next synchronization begins in a moment.`,
      running: (records: string) =>
        records === '0'
          ? 'Looking for changes'
          : records === '1'
            ? 'Synchronizing: 1 record read'
            : `Synchronizing: ${records} records read`,
      waits: (provider: string, time: string) =>
        `The quota at ${provider} is used up. It continues ${time}.`,
      waitsOpen: (provider: string) =>
        `The quota at ${provider} is used up. It continues by itself.`,
      budget: (time: string) => `This connection's daily budget is used up. It continues ${time}.`,
      budgetOpen: "This connection's daily budget is used up. It continues by itself.",
      signIn: (provider: string) => `${provider} no longer accepts the credentials.`,
      permission: (provider: string, permission: string) =>
        `${provider} refuses a permission: ${permission}.`,
      paused: 'The deals stay as they were last synchronized.',
      confirm: (gone: string, total: string, things: string) =>
        `${gone} of ${total} ${things} can no longer be seen in the CRM.`,
      confirmOpen: 'More than half can no longer be seen in the CRM.',
      failing: (since: string, next: string) => `Failing since ${since}. Next attempt ${next}.`,
      failingOpen: (since: string) => `Failing since ${since}.`,
      ended: 'The data is still there and no longer changes.',
      removing: (deals: string) => `${deals} left to remove`,
    },
    at: { day: (time: string) => `at ${time}`, other: (time: string) => `on ${time}` },
    since: { day: (time: string) => time, other: (time: string) => time },
  },
);
