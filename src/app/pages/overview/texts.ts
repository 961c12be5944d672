import { figureWords, GAP_BELOW } from '../../../shared/web/figures.ts';
import { skills } from '../../team/skills.ts';
import { defineTexts } from '../../text/define-texts.ts';

export const overviewTexts = defineTexts(
  {
    lead: 'Was Ihr Team gerade braucht, und wie es läuft.',
    attention: 'Braucht Aufmerksamkeit',
    showAll: (n: string) => `Alle ${n} zeigen`,
    fewer: 'Weniger zeigen',
    acts: {
      resume: 'Fortsetzen',
      failures: 'Fehlschläge ansehen',
      attempts: 'Versuche ansehen',
      resend: 'Erneut senden …',
      reconnect: 'Neu verbinden …',
      decide: 'Entscheiden …',
      sync: 'Jetzt abgleichen',
      rotate: 'Rotieren',
      uses: 'Anfragen ansehen',
      requests: 'Anfragen ansehen',
      overdue: 'Aufgaben ansehen',
      assign: 'Aufgabe stellen …',
      invite: 'Erneut einladen',
    },
    syncBegins: 'Der Abgleich beginnt.',
    resumed: 'Der Endpunkt ist aktiv. Was zurückgehalten wurde, wird gesendet.',
    invitedAgain: (isOne: boolean): string =>
      isOne
        ? 'Die Mail mit dem neuen Link ist im Postausgang.'
        : 'Die Mails mit den neuen Links sind im Postausgang.',
    notInvitedAgain: (failed: string, all: string) =>
      `Nicht erneut gesendet: ${failed} von ${all} Einladungen`,
    allWell: 'Nichts zu tun',
    allWellMore:
      'Kein Endpunkt schlägt fehl, kein Schlüssel läuft ab, keine Einladung ist offen, keine Aufgabe überfällig.',
    allWellMembers: 'Keine Einladung ist offen, keine Aufgabe überfällig.',
    paused: (host: string) => `Der Endpunkt ${host} ist pausiert`,
    pausedMore: 'Er hat drei Tage lang nichts angenommen. Ereignisse werden für ihn aufbewahrt.',
    failing: (host: string) => `Der Endpunkt ${host} schlägt fehl`,
    failingMore: 'Seine Zustellungen kommen nicht an. Nach drei Tagen wird er pausiert.',
    retried: (host: string) => `Der Endpunkt ${host} braucht viele Wiederholungen`,
    retriedMore: (failed: string, all: string) =>
      `In 24 Stunden schlugen ${failed} von ${all} Versuchen fehl.`,
    gaveUp: (count: string, isOne: boolean) =>
      isOne ? 'Eine Zustellung wurde aufgegeben' : `${count} Zustellungen wurden aufgegeben`,
    gaveUpMore: 'In den letzten zwei Wochen. Die Zustellung sagt, warum und was hilft.',
    overdue: (count: string, isOne: boolean) =>
      isOne ? 'Eine Aufgabe ist überfällig' : `${count} Aufgaben sind überfällig`,
    overdueMore: (isOne: boolean): string =>
      isOne ? 'Das Training dazu fehlt noch.' : 'Die Trainings dazu fehlen noch.',
    skills: skills.de,
    gap: (skill: string) => `Größte Lücke des Teams: ${skill}`,
    gapMore: `Der Durchschnitt liegt unter ${GAP_BELOW}.`,
    readerLate: (name: string, days: string) => `Der Leser „${name}“ liegt ${days} Tage zurück`,
    readerLateMore: 'Ereignisse, die er nicht abholt, gehen nach 30 Tagen verloren.',
    readerExpired: (name: string) => `Der Cursor des Lesers „${name}“ ist abgelaufen`,
    readerExpiredMore: 'Ihm fehlen Ereignisse. Sein Programm muss neu abgleichen.',
    crmSignIn: (name: string) => `Das CRM „${name}“ verlangt eine neue Anmeldung`,
    crmPermission: (name: string) => `Dem CRM „${name}“ fehlt ein Recht`,
    crmSignInMore: 'Bis dahin bleiben seine Deals, wie sie sind.',
    crmConfirm: (name: string) => `Im CRM „${name}“ fehlt mehr als die Hälfte der Deals`,
    crmConfirmNotes: (name: string) =>
      `Im CRM „${name}“ fehlt mehr als die Hälfte der Notizen mit Einwänden`,
    crmConfirmMore: 'Es wurde nichts entfernt. Bitte sagen Sie, ob sie wirklich gelöscht sind.',
    crmFailing: (name: string) => `Das CRM „${name}“ lässt sich nicht abgleichen`,
    crmFailingMore: 'Seit mehr als einem Tag schlägt jeder Versuch fehl.',
    expiring: (name: string) => `Der Schlüssel „${name}“ läuft ab`,
    expiringMore: 'Danach werden seine Anfragen abgelehnt. Rotieren Sie ihn rechtzeitig.',
    inGrace: (name: string) => `Der abgelöste Schlüssel „${name}“ endet`,
    inGraceMore: 'Alle Programme müssen bis dahin seinen Nachfolger verwenden.',
    expiredInvitations: (count: string, isOne: boolean) =>
      isOne ? 'Eine Einladung ist abgelaufen' : `${count} Einladungen sind abgelaufen`,
    expiredInvitationsMore: (isOne: boolean): string =>
      isOne ? 'Sie können sie erneut senden.' : 'Sie können die Einladungen erneut senden.',
    openInvitations: (count: string, isOne: boolean) =>
      isOne ? 'Eine Einladung ist offen' : `${count} Einladungen sind offen`,
    openInvitationsMore: (isOne: boolean): string =>
      isOne ? 'Sie wurde noch nicht angenommen.' : 'Sie wurden noch nicht angenommen.',
    unsentInvitationsMore:
      'Sie werden hier nicht per E-Mail gesendet. Der Betreiber sieht die Links.',
    serverErrors: (count: string, isOne: boolean) =>
      isOne
        ? 'Eine Anfrage ist an einem Fehler bei uns gescheitert'
        : `${count} Anfragen sind an einem Fehler bei uns gescheitert`,
    limited: (count: string, isOne: boolean, of: string) =>
      isOne
        ? `Eine Anfrage${of} wurde wegen eines Limits abgelehnt`
        : `${count} Anfragen${of} wurden wegen eines Limits abgelehnt`,
    ofKey: (name: string) => ` von „${name}“`,
    ofPrograms: (count: string) => ` von ${count} Programmen`,
    seatsFull: 'Alle Plätze sind belegt',
    seatsFullMore: 'Neue Einladungen werden abgelehnt, bis ein Platz frei wird.',
    inLastWeek: 'In den letzten sieben Tagen.',
    people: 'Ihre Leute',
    trained: 'Diese Woche trainiert',
    ofMembers: (members: string) => `von ${members}`,
    inFourWeeks: (trained: string) => `${trained} in vier Wochen`,
    assignments: 'Offene Aufgaben',
    noneOverdue: 'keine überfällig',
    overdueShort: (count: string) => `${count} überfällig`,
    hidden: 'ausgeblendet',
    largestGap: (skill: string) => `Größte Lücke: ${skill}`,
    noGap: 'Keine Lücke',
    members: 'Mitglieder',
    seats: (taken: string, all: string) => `${taken} von ${all} Plätzen belegt`,
    newMembers: (count: string) => `${count} neu in 30 Tagen`,
    noneNew: 'niemand neu in 30 Tagen',
    numbers: 'Schnittstellen in Zahlen',
    requests: 'Anfragen',
    requestsMore: 'in 30 Tagen',
    successful: (share: string) => `${share} erfolgreich`,
    deliveries: 'Zustellungen',
    deliveriesMore: 'in 24 Stunden',
    delivered: (all: string) => `von ${all} zugestellt`,
    retries: (count: string, isOne: boolean) =>
      isOne ? 'eine Wiederholung' : `${count} Wiederholungen`,
    score: figureWords.de.score,
    scoreMore: 'von 100, heutige Mitglieder',
    interfacesMissing: 'Schnittstellen',
    interfacesMissingMore:
      'Schlüssel und Webhooks sehen die Inhaberin oder der Inhaber und Admins mit dem Recht „Schnittstellen“.',
    notIncluded: 'Schnittstellen sind im Tarif des Teams nicht enthalten.',
  },
  {
    lead: 'What your team needs now, and how it is going.',
    attention: 'Needs attention',
    showAll: (n: string) => `Show all ${n}`,
    fewer: 'Show fewer',
    acts: {
      resume: 'Resume',
      failures: 'View failures',
      attempts: 'View attempts',
      resend: 'Resend…',
      reconnect: 'Connect again…',
      decide: 'Decide…',
      sync: 'Synchronize now',
      rotate: 'Rotate',
      uses: 'View requests',
      requests: 'View requests',
      overdue: 'View assignments',
      assign: 'Assign an exercise…',
      invite: 'Invite again',
    },
    syncBegins: 'The synchronization begins.',
    resumed: 'The endpoint is active. What was held back will be sent.',
    invitedAgain: (isOne: boolean): string =>
      isOne
        ? 'The mail with the new link is in the outbox.'
        : 'The mails with the new links are in the outbox.',
    notInvitedAgain: (failed: string, all: string) =>
      `Not sent again: ${failed} of ${all} invitations`,
    allWell: 'Nothing to do',
    allWellMore:
      'No endpoint is failing, no key expires soon, no invitation is open, and no assignment is overdue.',
    allWellMembers: 'No invitation is open, and no assignment is overdue.',
    paused: (host: string) => `The endpoint ${host} is paused`,
    pausedMore: 'It has accepted nothing for three days. Events are kept for it.',
    failing: (host: string) => `The endpoint ${host} is failing`,
    failingMore: 'Its deliveries do not arrive. After three days it is paused.',
    retried: (host: string) => `The endpoint ${host} needs many retries`,
    retriedMore: (failed: string, all: string) =>
      `${failed} of ${all} attempts failed in 24 hours.`,
    gaveUp: (count: string, isOne: boolean) =>
      isOne ? 'A delivery was given up' : `${count} deliveries were given up`,
    gaveUpMore: 'In the last two weeks. The delivery says why, and what helps.',
    overdue: (count: string, isOne: boolean) =>
      isOne ? 'One assignment is overdue' : `${count} assignments are overdue`,
    overdueMore: (isOne: boolean): string =>
      isOne ? 'Its training is still missing.' : 'Their trainings are still missing.',
    skills: skills.en,
    gap: (skill: string) => `Largest gap of the team: ${skill}`,
    gapMore: `Its average is under ${GAP_BELOW}.`,
    readerLate: (name: string, days: string) => `The reader “${name}” is ${days} days behind`,
    readerLateMore: 'Events that it does not take are lost after 30 days.',
    readerExpired: (name: string) => `The cursor of the reader “${name}” has expired`,
    readerExpiredMore: 'Events are missing for it. Its program must synchronize anew.',
    crmSignIn: (name: string) => `The CRM “${name}” asks for a new sign-in`,
    crmPermission: (name: string) => `The CRM “${name}” lacks a permission`,
    crmSignInMore: 'Until then its deals stay as they are.',
    crmConfirm: (name: string) => `In the CRM “${name}”, more than half of the deals are missing`,
    crmConfirmNotes: (name: string) =>
      `In the CRM “${name}”, more than half of the notes with objections are missing`,
    crmConfirmMore: 'Nothing was removed. Please say whether they are really deleted.',
    crmFailing: (name: string) => `The CRM “${name}” cannot be synchronized`,
    crmFailingMore: 'Every attempt has been failing for more than a day.',
    expiring: (name: string) => `The key “${name}” expires`,
    expiringMore: 'Its requests are refused afterwards. Rotate it in time.',
    inGrace: (name: string) => `The replaced key “${name}” ends`,
    inGraceMore: 'All programs must use its successor by then.',
    expiredInvitations: (count: string, isOne: boolean) =>
      isOne ? 'An invitation has expired' : `${count} invitations have expired`,
    expiredInvitationsMore: (isOne: boolean): string =>
      isOne ? 'You can send it again.' : 'You can send them again.',
    openInvitations: (count: string, isOne: boolean) =>
      isOne ? 'An invitation is open' : `${count} invitations are open`,
    openInvitationsMore: (isOne: boolean): string =>
      isOne ? 'It is not accepted yet.' : 'They are not accepted yet.',
    unsentInvitationsMore: 'They are not sent by e-mail here. The operator sees the links.',
    serverErrors: (count: string, isOne: boolean) =>
      isOne
        ? 'One request failed because of an error on our side'
        : `${count} requests failed because of an error on our side`,
    limited: (count: string, isOne: boolean, of: string) =>
      isOne
        ? `One request${of} was refused because of a limit`
        : `${count} requests${of} were refused because of a limit`,
    ofKey: (name: string) => ` of “${name}”`,
    ofPrograms: (count: string) => ` of ${count} programs`,
    seatsFull: 'All seats are taken',
    seatsFullMore: 'New invitations are refused until a seat is free.',
    inLastWeek: 'In the last seven days.',
    people: 'Your people',
    trained: 'Trained this week',
    ofMembers: (members: string) => `of ${members}`,
    inFourWeeks: (trained: string) => `${trained} in four weeks`,
    assignments: 'Open assignments',
    noneOverdue: 'none overdue',
    overdueShort: (count: string) => `${count} overdue`,
    hidden: 'hidden',
    largestGap: (skill: string) => `Largest gap: ${skill}`,
    noGap: 'No gap',
    members: 'Members',
    seats: (taken: string, all: string) => `${taken} of ${all} seats taken`,
    newMembers: (count: string) => `${count} new in 30 days`,
    noneNew: 'nobody new in 30 days',
    numbers: 'Interfaces in numbers',
    requests: 'Requests',
    requestsMore: 'in 30 days',
    successful: (share: string) => `${share} successful`,
    deliveries: 'Deliveries',
    deliveriesMore: 'in 24 hours',
    delivered: (all: string) => `of ${all} delivered`,
    retries: (count: string, isOne: boolean) => (isOne ? 'one retry' : `${count} retries`),
    score: figureWords.en.score,
    scoreMore: "of 100, today's members",
    interfacesMissing: 'Interfaces',
    interfacesMissingMore:
      'Keys and webhooks are for the owner, and for admins with Interfaces access.',
    notIncluded: "Interfaces are not included in the team's plan.",
  },
);
