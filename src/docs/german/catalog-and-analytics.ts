export const catalogAndAnalyticsTexts = {
  'Catalog and analytics': 'Katalog und Auswertung',
  'Get the catalog': 'Den Katalog lesen',
  'What the team has released and its policy allows. `Accept-Language` decides the language of the labels.':
    'Was das Team freigegeben hat und seine Vorgabe erlaubt. `Accept-Language` bestimmt die Sprache der Namen.',
  'What the team has released and its policy allows.':
    'Was das Team freigegeben hat und seine Vorgabe erlaubt.',
  'What the conversation is about.': 'Worum es im Gespräch geht.',
  'What an assignment names, for instance as `situation_id`.':
    'Was eine Aufgabe nennt, etwa als `situation_id`.',
  'In the language of `Accept-Language`, else in German.':
    'In der Sprache von `Accept-Language`, sonst auf Deutsch.',
  'The name of a symbol for it.': 'Der Name eines Symbols dafür.',
  'Who the other person is.': 'Wer das Gegenüber ist.',
  'In which industry it takes place.': 'In welcher Branche es spielt.',
  'Roles, of which a training names one.': 'Rollen, von denen ein Training eine nennt.',
  'Methods of selling, of which an evaluation names one.':
    'Methodiken des Verkaufs, von denen eine Bewertung eine nennt.',
  'Get the analytics of the team': 'Die Auswertung des Teams lesen',
  'Sums and averages over the sessions of active members.':
    'Summen und Durchschnitte über die Trainings aktiver Mitglieder.',
  'Sums and averages of the whole team.': 'Summen und Durchschnitte des ganzen Teams.',
  'All sessions of active members since the team began.':
    'Alle Trainings aktiver Mitglieder, seit es das Team gibt.',
  'How many members are active, the owner included.':
    'Wie viele Mitglieder aktiv sind, mit der Inhaberin oder dem Inhaber.',
  'Scored sessions.': 'Bewertete Trainings.',
  'All sessions, scored or not.': 'Alle Trainings, bewertet oder nicht.',
  'The average score; null without a scored session. Also null while `member_detail_enabled` is off and fewer than five active members contribute to it.':
    'Das durchschnittliche Ergebnis; null ohne bewertetes Training. Auch null, solange `member_detail_enabled` aus ist und weniger als fünf aktive Mitglieder dazu beitragen.',
  'The average of each dimension; empty without a scored session.':
    'Der Durchschnitt jeder Dimension; leer ohne bewertetes Training.',
  'The name of the dimension.': 'Der Name der Dimension.',
  'Its average, from 0 to 100. Also null while `member_detail_enabled` is off and fewer than five active members contribute to it.':
    'Ihr Durchschnitt, von 0 bis 100. Auch null, solange `member_detail_enabled` aus ist und weniger als fünf aktive Mitglieder dazu beitragen.',
  'Up to three dimensions with the lowest average under 60. Empty while their averages are null.':
    'Bis zu drei Dimensionen mit dem niedrigsten Durchschnitt unter 60. Leer, solange deren Durchschnitte null sind.',
  'The average score of the last twelve ISO weeks (UTC), oldest first.':
    'Das durchschnittliche Ergebnis der letzten zwölf ISO-Wochen (UTC), die älteste zuerst.',
  'The average of the week; null for a week without a scored session. Also null while `member_detail_enabled` is off and fewer than five active members contribute to it.':
    'Der Durchschnitt der Woche; null für eine Woche ohne bewertetes Training. Auch null, solange `member_detail_enabled` aus ist und weniger als fünf aktive Mitglieder dazu beitragen.',
  'Active members, best average first. Empty unless `member_detail_enabled` and `leaderboard_enabled` are on and at least five of them have a scored session.':
    'Aktive Mitglieder, der beste Durchschnitt zuerst. Leer, wenn nicht `member_detail_enabled` und `leaderboard_enabled` an sind und mindestens fünf von ihnen ein bewertetes Training haben.',
  'All sessions of the member, scored or not.':
    'Alle Trainings des Mitglieds, bewertet oder nicht.',
  'The average score of the member.': 'Das durchschnittliche Ergebnis des Mitglieds.',
  'The average of the last 30 days minus that of the 30 before.':
    'Der Durchschnitt der letzten 30 Tage minus den der 30 davor.',
} as const;
