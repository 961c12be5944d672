import { defineTexts } from '../../../text/define-texts.ts';

export const retryTexts = defineTexts(
  {
    open: 'Erneut senden seit …',
    title: 'Zustellungen erneut senden',
    lead: 'Nach einem Ausfall Ihres Empfängers: Jede gewählte Zustellung wird einmal versucht, neben neuen Ereignissen und nie vor ihnen.',
    since: 'Ereignisse seit',
    sinceOwn: 'Zeitpunkt',
    sinceFailing: (time: string) => `Beginn des Ausfalls (${time})`,
    sinceFilter: (time: string) => `Beginn der Liste (${time})`,
    sinces: {
      '1h': 'einer Stunde',
      '24h': '24 Stunden',
      '7d': '7 Tagen',
      all: 'Beginn (alle gespeicherten)',
      own: 'einem Zeitpunkt …',
    },
    which: 'Welche davon',
    choices: {
      failed: 'Alle, die fehlgeschlagen sind',
      gave_up: 'Nur aufgegebene',
      pending: 'Nur solche, die noch wiederholt werden',
      all: 'Alle Ereignisse, auch zugestellte',
    },
    allHint:
      'Ihr Empfänger sieht dieselben Ereignis-IDs noch einmal. Was er schon verarbeitet hat, muss er daran erkennen.',
    chooseEndpoint:
      'Um alle Ereignisse zu senden, auch zugestellte, wählen Sie in der Liste zuerst einen Endpunkt.',
    filteredAll: 'Von den Filtern der Liste gelten der Typ und das Ende des Zeitraums.',
    filtered: 'Es gelten auch die anderen Filter der Liste.',
    noEvent: 'In dieser Zeit gab es kein Ereignis, das der Endpunkt abonniert.',
    orMore: (count: string) => `${count} Zustellungen oder mehr`,
    leftOut: (count: string) =>
      count === '1'
        ? '1 fehlgeschlagene Zustellung bleibt liegen, weil ihr Endpunkt pausiert oder ausgeschaltet ist'
        : `${count} fehlgeschlagene Zustellungen bleiben liegen, weil ihr Endpunkt pausiert oder ausgeschaltet ist`,
    asks: (verb: string) => `${verb} …`,
    nothing: 'Keine fehlgeschlagene Zustellung. Es gibt nichts erneut zu senden.',
    count: (count: string) => (count === '1' ? '1 Zustellung' : `${count} Zustellungen`),
    atLeast: (count: string, time: string) =>
      `${count} Zustellungen seit ${time}, und vielleicht weitere davor`,
    start: (count: string) => `${count} erneut senden`,
    startAll: 'Alle erneut senden',
    progress: 'Erneut senden',
    queued: (done: string, all: string | null) =>
      all
        ? `${done} von ${all} in die Warteschlange gestellt`
        : `${done} in die Warteschlange gestellt`,
    arrived: 'Zugestellt',
    failed: 'Fehlgeschlagen',
    waiting: 'Wartet',
    end: 'Beenden',
    endTitle: 'Das erneute Senden beenden',
    endMore:
      'Was schon in der Warteschlange steht, wird noch versucht. Die übrigen Zustellungen bleiben, wie sie sind.',
    ended: 'Das erneute Senden ist beendet.',
  },
  {
    open: 'Resend since…',
    title: 'Resend deliveries',
    lead: 'After an outage of your receiver: each chosen delivery is attempted once, beside new events and never before them.',
    since: 'Events since',
    sinceOwn: 'Time',
    sinceFailing: (time: string) => `the outage began (${time})`,
    sinceFilter: (time: string) => `the list begins (${time})`,
    sinces: {
      '1h': 'an hour ago',
      '24h': '24 hours ago',
      '7d': '7 days ago',
      all: 'the beginning (all that are stored)',
      own: 'a custom time…',
    },
    which: 'Which of them',
    choices: {
      failed: 'All that have failed',
      gave_up: 'Only those given up',
      pending: 'Only those still being retried',
      all: 'All events, also those that have arrived',
    },
    allHint:
      'Your receiver sees the same event ids again. By these it must know what it has handled already.',
    chooseEndpoint:
      'To send all events, also those that have arrived, first choose an endpoint in the list.',
    filteredAll: 'Of the filters of the list, the type and the end of the period apply.',
    filtered: 'The other filters of the list apply too.',
    noEvent: 'No event of this time is one that the endpoint subscribes to.',
    orMore: (count: string) => `${count} deliveries or more`,
    leftOut: (count: string) =>
      count === '1'
        ? '1 failed delivery is left out, because its endpoint is paused or switched off'
        : `${count} failed deliveries are left out, because their endpoint is paused or switched off`,
    asks: (verb: string) => `${verb}…`,
    nothing: 'No delivery has failed. There is nothing to resend.',
    count: (count: string) => (count === '1' ? '1 delivery' : `${count} deliveries`),
    atLeast: (count: string, time: string) =>
      `${count} deliveries since ${time}, and perhaps more before`,
    start: (count: string) => `Resend ${count}`,
    startAll: 'Resend all',
    progress: 'Resend',
    queued: (done: string, all: string | null) =>
      all ? `${done} of ${all} queued` : `${done} queued`,
    arrived: 'Delivered',
    failed: 'Failed',
    waiting: 'Waiting',
    end: 'Stop',
    endTitle: 'Stop resending',
    endMore: 'What is queued already is still attempted. The other deliveries stay as they are.',
    ended: 'Resending has stopped.',
  },
);
