export const texts = {
  'listTrainings.summary': 'Trainings auflisten',
  listTrainings:
    'Trainings aktiver Mitglieder, die neuesten zuerst. Ein Training muss zu allen angegebenen Filtern passen.',
  'getTraining.summary': 'Ein Training lesen',
  'ScoredTraining.situation_id': 'Die ID eines Eintrags im Katalog.',
  'ScoredTraining.id': 'Die `{training_id}` in Pfaden.',
  'Evaluation.user_id': 'Die Person, die trainiert hat.',
  'ScoredTraining.status':
    '`in_progress`: Es läuft. `completed`: Es ist zu Ende und noch nicht bewertet. `scored`: Es hat eine Bewertung. `aborted`: Es wurde abgebrochen.',
  'ScoredTraining.source': 'Wo es stattgefunden hat.',
  'ScoredTraining.assignment_id': 'Die Aufgabe, zu der es gehört, falls es eine gibt.',
  'ScoredTraining.created_at': 'Wann es begonnen hat.',
  'ScoredTraining.finished_at': 'Wann es geendet hat.',
  'ScoredTraining.duration_s': 'Wie lange es gedauert hat, in Sekunden.',
  'ScoredTraining.external_ref': 'Was das Produkt dazu notiert: ein Objekt mit freien Namen.',
  Training: 'Ein Training, ohne den Wortlaut des Gesprächs.',
  'getTraining.training_id': 'Die ID eines Trainings des Teams.',
  'listTrainings.user_id': 'Nur Trainings dieser Person.',
  'listTrainings.status': 'Nur Trainings mit genau diesem Status.',
  'listTrainings.since': 'Nur Trainings, die zu dieser Zeit oder später begonnen haben.',
  'listTrainings.assignment_id': 'Nur Trainings zu dieser Aufgabe.',
};
