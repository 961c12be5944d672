import type { Happening } from '../../../features/try-out/try-out.schema.ts';
import { defineTexts } from '../../text/define-texts.ts';

type About = { title: string; more: string };

const de: Record<Happening, About> = {
  'training.completed': {
    title: 'Ein Training endet',
    more: 'Jemand beendet ein Training. Es wartet dann auf seine Bewertung.',
  },
  'evaluation.completed': {
    title: 'Eine Bewertung wird gespeichert',
    more: 'Die des letzten hier ausgelösten Trainings, das noch keine hat. Gibt es keines, wird zuerst eines geführt.',
  },
  'member.joined': {
    title: 'Jemand wird eingeladen',
    more: 'Eine erfundene Person. Sie belegt einen Platz, und eine Einladung geht in die Mails der Sandbox.',
  },
  'member.accepted': {
    title: 'Eine Einladung wird angenommen',
    more: 'Die jüngste offene. Dazu gibt es kein Ereignis: „member.joined“ kam schon mit der Einladung.',
  },
  'member.removed': {
    title: 'Ein Mitglied scheidet aus',
    more: 'Das jüngste, wenn Sie niemanden wählen. Seine Aufgaben werden zurückgezogen.',
  },
  'crm.sync.failed': {
    title: 'Ein Abgleich mit dem CRM schlägt fehl',
    more: 'Die Demo-Verbindung verliert ihre Zugangsdaten. Der nächste Abgleich merkt es nach ein, zwei Sekunden.',
  },
  ping: {
    title: 'Ein Testereignis',
    more: 'Geht an den jüngsten Endpunkt. Auf der Seite jedes Endpunkts lässt sich auch an diesen eines senden.',
  },
};

const en: Record<Happening, About> = {
  'training.completed': {
    title: 'A training ends',
    more: 'Somebody finishes a training. It then waits for its evaluation.',
  },
  'evaluation.completed': {
    title: 'An evaluation is saved',
    more: 'That of the last training triggered here that has none. If there is no such training, one is held first.',
  },
  'member.joined': {
    title: 'Somebody is invited',
    more: 'A made-up person, who takes a seat. The invitation goes to the mails of the sandbox.',
  },
  'member.accepted': {
    title: 'An invitation is accepted',
    more: 'The newest open one. It raises no event: “member.joined” came with the invitation.',
  },
  'member.removed': {
    title: 'A member leaves',
    more: 'The newest, if you choose nobody. The assignments of this member are revoked.',
  },
  'crm.sync.failed': {
    title: 'A synchronization with the CRM fails',
    more: 'The demo connection loses its credentials. The next synchronization notices within a second or two.',
  },
  ping: {
    title: 'A test event',
    more: 'Goes to the newest endpoint. The page of each endpoint sends one to that endpoint.',
  },
};

export const tryTexts = defineTexts(
  {
    happenings: de,
    lead: 'Lassen Sie etwas geschehen. Es läuft wie in einem echten Team: durch dieselben Prüfungen, mit denselben Ereignissen und Zustellungen.',
    run: 'Auslösen',
    again: 'Noch einmal',
    choose: 'Mitglied und Aufgabe wählen',
    chooseMember: 'Mitglied wählen',
    member: 'Mitglied',
    anybody: 'Irgendwer',
    newest: 'Wer zuletzt kam',
    assignment: 'Aufgabe',
    noAssignment: 'Ohne Aufgabe',
    noneOpen: 'Dieses Mitglied hat keine offene Aufgabe.',
    running: 'Was daraus wird, erscheint hier.',
    outcome: 'Was daraus wurde',
    noEndpoint:
      'Noch hört niemand zu: Es gibt keinen Endpunkt, und keine Kommandozeile empfängt Ereignisse.',
    makeEndpoint: 'Endpunkt erstellen',
    toMachine: 'Ereignisse auf den eigenen Rechner holen',
    programs: 'Nur Programme lösen diese beiden aus',
    programsMore:
      '„assignment.created“ und „assignment.completed“ kommen, wenn Ihr Programm über die REST-API eine Aufgabe stellt oder erledigt. Ein Knopf wäre hier keine echte Probe. Mit einem Schlüssel der Sandbox geht es so:',
    assignmentTitle: 'Aus meinem Programm',
    mails: 'Mails der Sandbox',
    notASandbox: 'Diese Seite gibt es nur in einer Sandbox',
    notASandboxMore:
      'Eine Sandbox ist ein eigenes Team mit Beispieldaten. Was Sie darin tun, erreicht niemanden.',
    mailsLead:
      'Diese Mails hätte ein echtes Team jetzt verschickt. Aus einer Sandbox geht keine hinaus. Links, die nur einmal gelten, haben sie nicht.',
    part: 'Teil der Mail',
    parts: { html: 'HTML', text: 'Text' },
    partMore: {
      html: 'So zeigen es die meisten Mailprogramme. Links tun hier nichts.',
      text: 'So zeigen es Mailprogramme ohne HTML.',
    },
    noMails: 'Noch keine Mails',
    noMailsMore:
      'Laden Sie jemanden ein, oder lassen Sie an einem Endpunkt, der nicht antwortet, Zeit vergehen.',
    to: 'An',
    notSent: 'Nicht verschickt',
    moreMails: 'Gezeigt werden die neuesten hundert.',
  },
  {
    happenings: en,
    lead: 'Have something happen. It goes the way of a real team: through the same checks, with the same events and deliveries.',
    run: 'Trigger',
    again: 'Trigger again',
    choose: 'Choose member and assignment',
    chooseMember: 'Choose a member',
    member: 'Member',
    anybody: 'Anybody',
    newest: 'Whoever came last',
    assignment: 'Assignment',
    noAssignment: 'Without an assignment',
    noneOpen: 'This member has no open assignment.',
    running: 'The result appears here.',
    outcome: 'Result',
    noEndpoint: 'Nobody listens yet: there is no endpoint, and no command line receives events.',
    makeEndpoint: 'Create an endpoint',
    toMachine: 'Bring the events to your machine',
    programs: 'Only programs cause these two',
    programsMore:
      '“assignment.created” and “assignment.completed” come when your program creates or completes an assignment through the REST API. A button would be no real trial of that. With a key of the sandbox it goes like this:',
    assignmentTitle: 'From my program',
    mails: 'Mails of the sandbox',
    notASandbox: 'Only a sandbox has this page',
    notASandboxMore:
      'A sandbox is a team of its own with sample data. What you do in it reaches nobody.',
    mailsLead:
      'A real team would have sent these mails. None leaves a sandbox. They have no links that are valid once.',
    part: 'Part of the mail',
    parts: { html: 'HTML', text: 'Text' },
    partMore: {
      html: 'Most mail programs show this. Links do nothing here.',
      text: 'Mail programs without HTML show this.',
    },
    noMails: 'No mails yet',
    noMailsMore: 'Invite somebody, or let time pass for an endpoint that does not respond.',
    to: 'To',
    notSent: 'Not sent',
    moreMails: 'The newest hundred are shown.',
  },
);
