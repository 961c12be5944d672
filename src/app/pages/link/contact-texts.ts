import { defineTexts } from '../../text/define-texts.ts';

export const contactLinkTexts = defineTexts(
  {
    askLead: (team: string, email: string) =>
      `Das Team „${team}“ möchte ${email} als technischen Kontakt eintragen.`,
    what: 'Sie bekommen dann Nachrichten, bevor eine Version der API abgelöst wird, wenn ein Webhook-Endpunkt des Teams ausfällt oder pausiert wird, und bevor ein API-Schlüssel abläuft. Jede Nachricht hat einen Link, mit dem Sie die Nachrichten beenden.',
    agree: 'Zustimmen',
    decline: 'Ablehnen und Adresse löschen',
    agreed: 'Sie sind jetzt technischer Kontakt',
    agreedMore:
      'Sie müssen nichts weiter tun und können diese Seite schließen. Mit demselben Link aus der E-Mail beenden Sie die Nachrichten.',
    declined: 'Ihre Adresse ist gelöscht',
    declinedMore: 'Sie bekommen keine Nachrichten dieses Teams. Sie können diese Seite schließen.',
    stopLead: (team: string, email: string) =>
      `${email} ist der technische Kontakt des Teams „${team}“.`,
    stopMore:
      'Wenn Sie die Nachrichten beenden, wird Ihre Adresse gelöscht, und das Team sieht, dass es keinen technischen Kontakt mehr hat.',
    stop: 'Nachrichten beenden',
    stopped: 'Die Nachrichten sind beendet',
    stoppedMore: 'Ihre Adresse ist gelöscht. Sie können diese Seite schließen.',
  },
  {
    askLead: (team: string, email: string) =>
      `The team “${team}” would like to name ${email} as its technical contact.`,
    what: 'You then get messages before a version of the API is replaced, when a webhook endpoint of the team fails or is paused, and before an API key expires. Each message has a link that stops the messages.',
    agree: 'Agree',
    decline: 'Decline and delete the address',
    agreed: 'You are the technical contact now',
    agreedMore:
      'There is nothing else to do. You can close this page. The same link from the e-mail stops the messages.',
    declined: 'Your address is deleted',
    declinedMore: 'You get no messages of this team. You can close this page.',
    stopLead: (team: string, email: string) =>
      `${email} is the technical contact of the team “${team}”.`,
    stopMore:
      'If you stop the messages, your address is deleted, and the team sees that it has no technical contact any more.',
    stop: 'Stop the messages',
    stopped: 'The messages are stopped',
    stoppedMore: 'Your address is deleted. You can close this page.',
  },
);
