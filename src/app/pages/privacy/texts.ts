import { defineTexts } from '../../text/define-texts.ts';

export const privacyTexts = defineTexts(
  {
    lead: 'Was Admins, Programme und Webhooks über einzelne Mitglieder erfahren. Nur die Inhaberin oder der Inhaber kann das ändern.',
    switches: {
      member_detail_enabled: 'Mitgliederdetails',
      leaderboard_enabled: 'Rangliste',
    },
    switchesMore: {
      member_detail_enabled:
        'Trainings, Ergebnisse, Namen und E-Mail-Adressen einzelner Mitglieder.',
      leaderboard_enabled:
        'Werte je Mitglied in der Auswertung. Wirkt nur, wenn auch die Mitgliederdetails eingeschaltet sind.',
    },
    meaning: {
      adminsSee:
        'Admins sehen Trainings, Ergebnisse, Namen und E-Mail-Adressen einzelner Mitglieder.',
      adminsDoNot:
        'Admins sehen weder Trainings und Ergebnisse noch Namen und E-Mail-Adressen anderer Mitglieder.',
      programsSee:
        'Programme mit einem API-Schlüssel und Webhooks erfahren, wer trainiert hat und mit welchem Ergebnis.',
      programsDoNot:
        'Programme mit einem API-Schlüssel und Webhooks erfahren nicht, wer trainiert hat und mit welchem Ergebnis.',
      compares: 'Die Auswertung zeigt Admins die Werte jedes Mitglieds.',
      comparesNot: 'Die Auswertung zeigt Werte des Teams, aber keine einzelner Mitglieder.',
      averages:
        'Die Auswertung zeigt Werte des Teams, und Durchschnitte nur von mindestens fünf Mitgliedern.',
    },
    isNow: 'So ist es jetzt',
    willBe: 'So wird es',
    bodies: 'Vorher und nachher',
    before: 'Vorher',
    after: 'Nachher',
    preview: 'Was sich ändert',
    choose:
      'Legen Sie einen Schalter um: Sie sehen, was sich ändern würde, bevor etwas gespeichert wird.',
    nothing: 'An Antworten und Webhooks ändert sich nichts.',
    hides: 'Wird ausgeblendet',
    shows: 'Wird sichtbar',
    tells: (count: string) =>
      count === '1'
        ? 'Ein Mitglied bekommt eine E-Mail darüber.'
        : `${count} Mitglieder bekommen eine E-Mail darüber.`,
    refused: 'antwortet 403 privacy_restricted',
    answers: 'antwortet wieder',
    hiddenAs: {
      absent: 'fehlt',
      null: 'ist null',
      empty: 'ist leer',
      few: 'ohne Durchschnitte von weniger als fünf Mitgliedern',
    },
    isThere: 'ist da',
    parts: { rest: 'REST-API', app: 'Diese Oberfläche', events: 'Webhooks' },
    apply: 'Änderung übernehmen',
    discard: 'Verwerfen',
    confirmTitle: 'Datenschutz des Teams ändern',
    confirmMore: 'Die Änderung gilt sofort, auch für Programme, die die API gerade benutzen.',
    confirmHides: (count: string) =>
      count === '1'
        ? 'An einer Stelle verschwinden Angaben.'
        : `An ${count} Stellen verschwinden Angaben.`,
    confirmShows: (count: string) =>
      count === '1'
        ? 'An einer Stelle werden Angaben sichtbar.'
        : `An ${count} Stellen werden Angaben sichtbar.`,
    saved: 'Der Datenschutz ist geändert',
    ownerOnly: 'Mitglieder sehen ihre eigenen Ergebnisse immer, unabhängig von den Schaltern.',
  },
  {
    lead: 'What admins, programs and webhooks see of individual members. Only the owner can change this.',
    switches: { member_detail_enabled: 'Member detail', leaderboard_enabled: 'Leaderboard' },
    switchesMore: {
      member_detail_enabled: 'Trainings, scores, names and e-mail addresses of individual members.',
      leaderboard_enabled:
        'Figures for each member in the analytics. Works only while member detail is on.',
    },
    meaning: {
      adminsSee: 'Admins see trainings, scores, names and e-mail addresses of individual members.',
      adminsDoNot:
        'Admins see neither trainings and scores nor names and e-mail addresses of other members.',
      programsSee:
        'Programs with an API key and webhooks learn who has trained and with which score.',
      programsDoNot:
        'Programs with an API key and webhooks do not learn who has trained or with which score.',
      compares: 'The analytics show admins the figures of each member.',
      comparesNot: 'The analytics show figures of the team, but none of individual members.',
      averages:
        'The analytics show figures of the team, and averages only of at least five members.',
    },
    isNow: 'How it is now',
    willBe: 'How it will be',
    bodies: 'Before and after',
    before: 'Before',
    after: 'After',
    preview: 'What changes',
    choose: 'Turn a switch to see what would change, before anything is saved.',
    nothing: 'Responses and webhooks do not change.',
    hides: 'Will be hidden',
    shows: 'Will be visible',
    tells: (count: string) =>
      count === '1'
        ? 'One member gets an e-mail about it.'
        : `${count} members get an e-mail about it.`,
    refused: 'returns 403 privacy_restricted',
    answers: 'works again',
    hiddenAs: {
      absent: 'is absent',
      null: 'is null',
      empty: 'is empty',
      few: 'has no average of fewer than five members',
    },
    isThere: 'is present',
    parts: { rest: 'REST API', app: 'This app', events: 'Webhooks' },
    apply: 'Apply the change',
    discard: 'Discard',
    confirmTitle: "Change the team's privacy",
    confirmMore: 'It takes effect at once, even for programs that are using the API.',
    confirmHides: (count: string) =>
      count === '1' ? 'Data disappears in one place.' : `Data disappears in ${count} places.`,
    confirmShows: (count: string) =>
      count === '1'
        ? 'Data becomes visible in one place.'
        : `Data becomes visible in ${count} places.`,
    saved: 'Privacy is changed',
    ownerOnly: 'Members always see their own results, whatever the switches say.',
  },
);
