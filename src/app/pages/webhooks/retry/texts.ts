import { defineTexts } from '../../../text/define-texts.ts';

export const retryTexts = defineTexts(
  {
    open: 'Fehlgeschlagene wiederholen',
    title: 'Fehlgeschlagene Zustellungen wiederholen',
    lead: 'Nach einem Ausfall Ihres Empfängers: Jede gewählte Zustellung wird einmal versucht.',
    which: 'Welche',
    choices: {
      failed: 'Alle, die fehlgeschlagen sind',
      gave_up: 'Nur aufgegebene',
      pending: 'Nur solche, die noch wiederholt werden',
    },
    filtered: 'Es gelten die Filter der Liste.',
    nothing: 'Keine fehlgeschlagene Zustellung. Es gibt nichts zu wiederholen.',
    count: (count: string) => (count === '1' ? '1 Zustellung' : `${count} Zustellungen`),
    atLeast: (count: string, time: string) =>
      `${count} Zustellungen seit ${time}, und vielleicht weitere davor`,
    start: (count: string) => (count === '1' ? '1 wiederholen' : `${count} wiederholen`),
    startAll: 'Alle wiederholen',
    progress: 'Wiederholung',
    running: 'Wird ausgeführt',
    finished: 'Beendet',
    stopped: 'Vorzeitig beendet',
    queued: (done: string, all: string | null) =>
      all
        ? `${done} von ${all} in die Warteschlange gestellt`
        : `${done} in die Warteschlange gestellt`,
    arrived: 'Zugestellt',
    failed: 'Fehlgeschlagen',
    waiting: 'Wartet',
    end: 'Beenden',
    endTitle: 'Diese Wiederholung beenden',
    endMore:
      'Was schon in der Warteschlange steht, wird noch versucht. Die übrigen Zustellungen bleiben, wie sie sind.',
    ended: 'Die Wiederholung ist beendet.',
  },
  {
    open: 'Retry failed',
    title: 'Retry failed deliveries',
    lead: 'After an outage of your receiver: each chosen delivery is attempted once.',
    which: 'Which',
    choices: {
      failed: 'All that have failed',
      gave_up: 'Only those given up',
      pending: 'Only those that are still retried',
    },
    filtered: 'The filters of the list apply.',
    nothing: 'No delivery has failed. There is nothing to retry.',
    count: (count: string) => (count === '1' ? '1 delivery' : `${count} deliveries`),
    atLeast: (count: string, time: string) =>
      `${count} deliveries since ${time}, and perhaps more before`,
    start: (count: string) => `Retry ${count}`,
    startAll: 'Retry all',
    progress: 'Retry',
    running: 'Under way',
    finished: 'Finished',
    stopped: 'Stopped early',
    queued: (done: string, all: string | null) =>
      all ? `${done} of ${all} queued` : `${done} queued`,
    arrived: 'Delivered',
    failed: 'Failed again',
    waiting: 'Waiting',
    end: 'Stop',
    endTitle: 'Stop this retry',
    endMore: 'What is queued already is still attempted. The other deliveries stay as they are.',
    ended: 'The retry has ended.',
  },
);
