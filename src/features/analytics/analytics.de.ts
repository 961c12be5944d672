const ofFew =
  'Auch null, solange `member_detail_enabled` aus ist und weniger als fünf aktive Mitglieder dazu beitragen.';

export const texts = {
  'getTeamAnalytics.summary': 'Die Auswertung des Teams lesen',
  getTeamAnalytics: 'Summen und Durchschnitte über die Trainings aktiver Mitglieder.',
  'TeamAnalytics.totals': 'Alle Trainings aktiver Mitglieder, seit es das Team gibt.',
  'TeamAnalytics.totals.active_members':
    'Wie viele Mitglieder aktiv sind, mit der Inhaberin oder dem Inhaber.',
  'TeamAnalytics.totals.scored': 'Bewertete Trainings.',
  'TeamAnalytics.totals.sessions': 'Alle Trainings, bewertet oder nicht.',
  'TeamAnalytics.totals.avg_score': `Das durchschnittliche Ergebnis; null ohne bewertetes Training. ${ofFew}`,
  'TeamAnalytics.dimensions': 'Der Durchschnitt jeder Dimension; leer ohne bewertetes Training.',
  'TeamAnalytics.dimensions[].dimension': 'Der Name der Dimension.',
  'TeamAnalytics.dimensions[].value': `Ihr Durchschnitt, von 0 bis 100. ${ofFew}`,
  'TeamAnalytics.skill_gaps':
    'Bis zu drei Dimensionen mit dem niedrigsten Durchschnitt unter 60. Leer, solange deren Durchschnitte null sind.',
  'TeamAnalytics.trend':
    'Das durchschnittliche Ergebnis der letzten zwölf ISO-Wochen (UTC), die älteste zuerst.',
  'TeamAnalytics.trend[].score': `Der Durchschnitt der Woche; null für eine Woche ohne bewertetes Training. ${ofFew}`,
  'TeamAnalytics.members':
    'Aktive Mitglieder, der beste Durchschnitt zuerst. Leer, wenn nicht `member_detail_enabled` und `leaderboard_enabled` an sind und mindestens fünf von ihnen ein bewertetes Training haben.',
  'TeamAnalytics.members[].sessions': 'Alle Trainings des Mitglieds, bewertet oder nicht.',
  'TeamAnalytics.members[].avg_score': 'Das durchschnittliche Ergebnis des Mitglieds.',
  'TeamAnalytics.members[].trend_delta':
    'Der Durchschnitt der letzten 30 Tage minus den der 30 davor.',
  TeamAnalytics: 'Summen und Durchschnitte des ganzen Teams.',
};
