import { defineTexts } from '../../../text/define-texts.ts';

export const pulseTexts = defineTexts(
  {
    title: 'Puls',
    day: 'Letzte 24 Stunden',
    between: (from: string, to: string) => `${from} bis ${to}`,
    lanes: {
      requests: 'Anfragen',
      events: 'Ereignisse',
      deliveries: 'Zustellungen',
      trainings: 'Trainings',
    },
    done: 'Beendet oder bewertet',
    failed: {
      requests: 'erfolglos',
      events: '',
      deliveries: 'aufgegeben',
      trainings: 'abgebrochen',
    },
    whole: 'Ganzer Tag',
    quiet: 'In dieser Zeit ist nichts geschehen.',
    countedSince: (time: string) => `Gezählt seit ${time}; davor waren es zu viele.`,
    hint: 'Ein Klick öffnet die Liste, Ziehen vergrößert.',
    keys: 'Die Pfeiltasten gehen von Zeit zu Zeit und von Reihe zu Reihe. Die Eingabetaste öffnet die Liste. Mit Umschalt wählen Sie mehrere Zeiten, und die Eingabetaste vergrößert sie.',
    opens: (lane: string) => `Eingabe öffnet: ${lane}`,
    now: 'Zuletzt',
    delivery: 'Zustellung',
    notRead: 'Nicht aktuell',
    notReadMore:
      'Was geschehen ist, ließ sich gerade nicht lesen. Die Seite versucht es alle paar Sekunden.',
    nothingYet: 'Noch ist nichts geschehen. Sobald jemand etwas ändert, steht es hier.',
  },
  {
    title: 'Pulse',
    day: 'Last 24 hours',
    between: (from: string, to: string) => `${from} to ${to}`,
    lanes: {
      requests: 'Requests',
      events: 'Events',
      deliveries: 'Deliveries',
      trainings: 'Trainings',
    },
    done: 'Completed or scored',
    failed: {
      requests: 'unsuccessful',
      events: '',
      deliveries: 'given up',
      trainings: 'aborted',
    },
    whole: 'Whole day',
    quiet: 'Nothing happened in this time.',
    countedSince: (time: string) => `Counted since ${time}; there were too many before.`,
    hint: 'Click to open the list, drag to zoom in.',
    keys: 'The arrow keys go from time to time and from lane to lane. Enter opens the list. Shift selects several times, and Enter then zooms in.',
    opens: (lane: string) => `Enter opens: ${lane}`,
    now: 'Latest',
    delivery: 'Delivery',
    notRead: 'Not up to date',
    notReadMore:
      'What has happened could not be read just now. The page tries again every few seconds.',
    nothingYet: 'Nothing has happened yet. As soon as somebody changes something, it is here.',
  },
);
