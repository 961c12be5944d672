export const texts = {
  'listEvaluations.summary': 'Bewertete Trainings auflisten',
  listEvaluations:
    'Bewertete Trainings aktiver Mitglieder, die jüngste Bewertung zuerst. Eine korrigierte Bewertung rückt an den Anfang. Mit `include=evaluation` bringt jedes Training seine Bewertung mit, sodass eine Kopie nicht für jedes eine Anfrage braucht.',
  'getEvaluation.summary': 'Die Bewertung eines Trainings lesen',
  getEvaluation:
    'Die Punkte jeder Dimension, bis zu fünf Tipps, und was am meisten helfen würde. Antwortet mit 404, bis das Training bewertet ist.',
  'Score.dimensions': 'Punkte von 0 bis 100 für jede Dimension.',
  'Score.dimensions.closing': 'Abschluss: zur Entscheidung führen.',
  'Score.dimensions.conversation_control': 'Gesprächsführung.',
  'Score.dimensions.needs_analysis': 'Bedarfsanalyse: erfahren, was der Kunde braucht.',
  'Score.dimensions.objection_handling': 'Einwandbehandlung.',
  'Score.dimensions.value_argument': 'Nutzenargumentation.',
  'Score.total': 'Punkte von 0 bis 100 insgesamt.',
  'Score.spread': 'Streuung: wie weit die fünf Dimensionen auseinanderliegen.',
  Score: 'Die Punkte eines Trainings.',
  'Tip.issue': 'Was besser sein könnte.',
  'Tip.moment': 'Wo im Gespräch das war.',
  'Tip.principle': 'Der Grundsatz dahinter.',
  'Tip.rewrite': 'Wie man es hätte sagen können.',
  'Tip.impact': 'Was das bewirken würde.',
  'Evaluation.training_id': 'Das bewertete Training.',
  'Evaluation.tips': 'Höchstens fünf Tipps.',
  'Evaluation.goal': 'Ob das Gesprächsziel erreicht wurde.',
  'Evaluation.methodology': 'Die ID einer Methodik im Katalog.',
  'Evaluation.strongest': 'Die größte Stärke.',
  'Evaluation.biggest_lever': 'Der größte Hebel: was am meisten helfen würde.',
  Evaluation: 'Wie ein Training bewertet wurde, und was am meisten helfen würde.',
  'ListedEvaluation.evaluated_at':
    'Wann die Bewertung gespeichert oder zuletzt korrigiert wurde: womit `updated_since` vergleicht.',
  ListedEvaluation: 'Die Bewertung des Trainings. Nur mit `include=evaluation`.',
  'listEvaluations.updated_since':
    'Nur Trainings, deren Bewertung zu dieser Zeit oder später gespeichert oder korrigiert wurde.',
  'listEvaluations.include':
    'Fügt jedem Training seine `evaluation` hinzu, und in ihr `evaluated_at`.',
};
