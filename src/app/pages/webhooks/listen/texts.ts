import { defineTexts } from '../../../text/define-texts.ts';

export const listenTexts = defineTexts(
  {
    title: 'Auf Ihrem Rechner',
    lead: 'Diese Zeile holt die Ereignisse Ihres Teams auf Ihren Rechner und gibt sie an Ihren Server dort weiter: ohne Tunnel, mit denselben Headern und Signaturen. Sie braucht Node 20 oder neuer. Ist Ihre Kommandozeile für ein anderes Team angemeldet, melden Sie sie erst neu an.',
    now: 'Hört gerade zu',
    who: (name: string, machine: string) => `${name}, ${machine}`,
    me: 'Sie',
    hidden: 'Ein Mitglied',
    since: 'Seit',
    forwarded: 'Weitergeleitet',
    lastAnswer: 'Letzte Antwort',
    none: 'Noch keine',
    noAnswer: 'Keine Antwort',
    inMs: (status: string, ms: string) => `${status} in ${ms} ms`,
    person: 'Wer, auf welchem Rechner',
  },
  {
    title: 'On your machine',
    lead: 'This line brings the events of your team to your machine and passes them on to your server there: without a tunnel, with the same headers and signatures. It needs Node 20 or newer. If your command line is logged in for another team, log in again first.',
    now: 'Listening now',
    who: (name: string, machine: string) => `${name}, ${machine}`,
    me: 'You',
    hidden: 'A member',
    since: 'Since',
    forwarded: 'Forwarded',
    lastAnswer: 'Last response',
    none: 'None yet',
    noAnswer: 'No response',
    inMs: (status: string, ms: string) => `${status} in ${ms} ms`,
    person: 'Who, on which machine',
  },
);
