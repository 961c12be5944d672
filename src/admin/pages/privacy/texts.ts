import { defineTexts } from '../../text/define-texts.ts';

export const privacyTexts = defineTexts(
  {
    lead: 'Was Admins, Programme und Webhooks von einzelnen Mitgliedern sehen. Nur die Inhaberin oder der Inhaber stellt das ein.',
    switches: {
      member_detail_enabled: 'Mitgliederdetails',
      leaderboard_enabled: 'Rangliste',
    },
    switchesMore: {
      member_detail_enabled:
        'Trainings, Ergebnisse, Namen und E-Mail-Adressen einzelner Mitglieder.',
      leaderboard_enabled:
        'Werte je Mitglied in der Auswertung. Wirkt nur, wenn auch Mitgliederdetails an sind.',
    },
    preview: 'Was sich ändert',
    choose:
      'Legen Sie einen Schalter um, um vorher zu sehen, was sich ändert. Gespeichert wird erst danach.',
    nothing: 'An Antworten und Webhooks ändert sich nichts.',
    hides: 'Wird verborgen',
    shows: 'Wird sichtbar',
    tells: (count: string) => `${count} Mitglieder bekommen eine E-Mail darüber.`,
    refused: 'antwortet 403 privacy_restricted',
    answers: 'antwortet wieder',
    hiddenAs: { absent: 'fehlt', null: 'ist null', empty: 'ist leer' },
    isThere: 'ist da',
    parts: { rest: 'REST-API', app: 'Diese Oberfläche', events: 'Webhooks' },
    apply: 'Änderung übernehmen',
    discard: 'Verwerfen',
    confirmTitle: 'Datenschutz des Teams ändern',
    confirmMore: 'Es gilt sofort, auch für Programme, die die API gerade benutzen.',
    confirmHides: (count: string) => `An ${count} Stellen verschwinden Angaben.`,
    confirmShows: (count: string) => `An ${count} Stellen werden Angaben sichtbar.`,
    saved: 'Der Datenschutz ist geändert',
    ownerOnly: 'Mitglieder sehen ihre eigenen Ergebnisse immer, wie die Schalter auch stehen.',
  },
  {
    lead: 'What admins, programs and webhooks see of single members. The owner alone decides.',
    switches: { member_detail_enabled: 'Member detail', leaderboard_enabled: 'Leaderboard' },
    switchesMore: {
      member_detail_enabled: 'Trainings, scores, names and e-mail addresses of single members.',
      leaderboard_enabled:
        'Figures of each member in the analytics. It has an effect only with member detail on.',
    },
    preview: 'What changes',
    choose: 'Turn a switch to see first what changes. Nothing is saved before.',
    nothing: 'Answers and webhooks do not change.',
    hides: 'Gets hidden',
    shows: 'Gets visible',
    tells: (count: string) => `${count} members get an e-mail about it.`,
    refused: 'answers 403 privacy_restricted',
    answers: 'answers again',
    hiddenAs: { absent: 'is absent', null: 'is null', empty: 'is empty' },
    isThere: 'is there',
    parts: { rest: 'REST API', app: 'This app', events: 'Webhooks' },
    apply: 'Apply the change',
    discard: 'Discard',
    confirmTitle: "Change the team's privacy",
    confirmMore: 'It holds at once, also for programs that are using the API.',
    confirmHides: (count: string) => `Data disappear in ${count} places.`,
    confirmShows: (count: string) => `Data become visible in ${count} places.`,
    saved: 'Privacy is changed',
    ownerOnly: 'Members always see their own results, however the switches stand.',
  },
);
