export const catalogAndAnalyticsTexts = {
  'Catalog and analytics': 'Katalog und Auswertung',
  'What the team has released and its policy allows. `Accept-Language` decides the language of the labels. With `member_id`: what the policy of this member allows. A combination of one situation, one personality and one industry of that answer is accepted for the member unless one of its `rules` excludes it.':
    'Was das Team freigegeben hat und seine Vorgabe erlaubt. `Accept-Language` bestimmt die Sprache der Namen. Mit `member_id`: was die Vorgabe dieses Mitglieds erlaubt. Eine Kombination aus einer Situation, einer Persönlichkeit und einer Branche dieser Antwort wird für das Mitglied angenommen, wenn keine ihrer `rules` sie ausschließt.',
  'The recipient of an assignment, active or invited: the catalog as the policy of this member allows, with its `rules`.':
    'Wer die Aufgabe bekommt, aktiv oder eingeladen: der Katalog, wie ihn die Vorgabe dieses Mitglieds erlaubt, mit seinen `rules`.',
  'The id of a situation. Null: whichever the assignment names.':
    'Die ID einer Situation. Null: gleich welche die Aufgabe nennt.',
  'The id of a personality. Null: whichever the assignment names.':
    'Die ID einer Persönlichkeit. Null: gleich welche die Aufgabe nennt.',
  'The id of an industry. Null: whichever the assignment names.':
    'Die ID einer Branche. Null: gleich welche die Aufgabe nennt.',
  'Which of the listed situations, personalities and industries do not go together: an assignment that names all ids of a rule gets `kombination_ungueltig`. Only with `member_id`.':
    'Welche der aufgeführten Situationen, Persönlichkeiten und Branchen nicht zusammenpassen: Eine Aufgabe, die alle IDs einer Regel nennt, bekommt `kombination_ungueltig`. Nur mit `member_id`.',
  'Get the catalog': 'Den Katalog lesen',
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
