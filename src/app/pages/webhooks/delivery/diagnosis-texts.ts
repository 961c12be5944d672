import { defineTexts } from '../../../text/define-texts.ts';

type Counted = { alike: number; attempts: number; isSame: boolean };

export const diagnosisTexts = defineTexts(
  {
    title: 'Diagnose',
    notSent: 'Die Zustellung ist nicht versucht worden.',
    todo: 'Was tun',
    whole: 'Ganze Antwort zeigen',
    less: 'Weniger zeigen',
    none: 'Kein weiterer Versuch geplant',
    first: 'Erster',
    planned: 'geplant',
    dot: (n: number, answer: string) => `Versuch ${n}: ${answer}`,
    earlier: (count: string) => `${count} frühere`,
    // German writes most of these words with a capital letter anyway.
    counted: (count: string, answer: string) => `${count} × ${answer.replace(/^K(?=eine )/, 'k')}`,
    of: { most: 'Am häufigsten:', last: 'Zuletzt:' },
    times: ({ alike, attempts, isSame }: Counted) => {
      if (alike < attempts) {
        return alike === 1
          ? `Beim letzten von ${attempts} Versuchen.`
          : `Bei den letzten ${alike} von ${attempts} Versuchen${isSame ? ', jedes Mal dieselbe Antwort' : ''}.`;
      }
      if (alike === 1) return 'Beim einzigen Versuch bisher.';
      return `Bei allen ${alike} Versuchen${isSame ? ', jedes Mal dieselbe Antwort' : ''}.`;
    },
    alike: (others: string) =>
      others === '1'
        ? 'Eine weitere Zustellung dieses Endpunkts scheitert ebenso'
        : `${others} weitere Zustellungen dieses Endpunkts scheitern ebenso`,
    noneAlike: 'Der einzige solche Fehlschlag dieses Endpunkts',
    othersLeft: (count: string) =>
      count === '1'
        ? 'Angekommen. Noch eine Zustellung dieses Endpunkts ist ebenso gescheitert.'
        : `Angekommen. Noch ${count} Zustellungen dieses Endpunkts sind ebenso gescheitert.`,
    show: 'Zeigen',
    openEndpoint: 'Zum Endpunkt',
    asks: (verb: string) => `${verb} …`,
    whileOff: (state: string) =>
      `„Erneut senden“ macht gleich einen Versuch, auch wenn der Endpunkt ${state} ist. Der Endpunkt bleibt danach ${state}.`,
    terminal: 'Im Terminal',
    listen: 'Bringt neue Ereignisse auf Ihren Rechner:',
    resend: 'Sendet diese Zustellung noch einmal an ihren Endpunkt:',
  },
  {
    title: 'Diagnosis',
    notSent: 'The delivery has not been tried.',
    todo: 'What to do',
    whole: 'Show the whole response',
    less: 'Show less',
    none: 'No further attempt is planned',
    first: 'First',
    planned: 'planned',
    dot: (n: number, answer: string) => `Attempt ${n}: ${answer}`,
    earlier: (count: string) => `${count} earlier`,
    counted: (count: string, answer: string) =>
      `${count} × ${answer.replace(/^[A-Z](?=[a-z' ])/, (letter) => letter.toLowerCase())}`,
    of: { most: 'Most often:', last: 'At last:' },
    times: ({ alike, attempts, isSame }: Counted) => {
      if (alike < attempts) {
        return alike === 1
          ? `At the last of ${attempts} attempts.`
          : `At the last ${alike} of ${attempts} attempts${isSame ? ', the same response each time' : ''}.`;
      }
      if (alike === 1) return 'At the only attempt so far.';
      return `At all ${alike} attempts${isSame ? ', the same response each time' : ''}.`;
    },
    alike: (others: string) =>
      others === '1'
        ? 'One other delivery of this endpoint fails in the same way'
        : `${others} other deliveries of this endpoint fail in the same way`,
    noneAlike: "The endpoint's only failure of this kind",
    othersLeft: (count: string) =>
      count === '1'
        ? 'It has arrived. One more delivery of this endpoint failed in the same way.'
        : `It has arrived. ${count} more deliveries of this endpoint failed in the same way.`,
    show: 'Show',
    openEndpoint: 'Open the endpoint',
    asks: (verb: string) => `${verb}…`,
    whileOff: (state: string) =>
      `“Resend” makes one attempt at once, even while the endpoint is ${state}. The endpoint stays ${state}.`,
    terminal: 'In a terminal',
    listen: 'Brings new events to your machine:',
    resend: 'Sends this delivery to its endpoint again:',
  },
);
