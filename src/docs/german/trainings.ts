export const trainingTexts = {
  'Trainings and evaluations': 'Trainings und Bewertungen',
  'List trainings': 'Trainings auflisten',
  'Sessions of active members, newest first. A session must match all given filters.':
    'Trainings aktiver Mitglieder, die neuesten zuerst. Ein Training muss zu allen angegebenen Filtern passen.',
  'Only sessions of this user.': 'Nur Trainings dieser Person.',
  'Only sessions in exactly this status.': 'Nur Trainings mit genau diesem Status.',
  'Only sessions created at this time or later.':
    'Nur Trainings, die zu dieser Zeit oder später begonnen haben.',
  'Only sessions of this assignment.': 'Nur Trainings zu dieser Aufgabe.',
  'The `{training_id}` in paths.': 'Die `{training_id}` in Pfaden.',
  'The person who trained.': 'Die Person, die trainiert hat.',
  '`in_progress`: it has begun. `completed`: it has ended and is not scored yet. `scored`: it has an evaluation. `aborted`: it was broken off.':
    '`in_progress`: Es läuft. `completed`: Es ist zu Ende und noch nicht bewertet. `scored`: Es hat eine Bewertung. `aborted`: Es wurde abgebrochen.',
  'Where it took place.': 'Wo es stattgefunden hat.',
  'The assignment for which it was done, if any.':
    'Die Aufgabe, zu der es gehört, falls es eine gibt.',
  'When it began.': 'Wann es begonnen hat.',
  'When it ended.': 'Wann es geendet hat.',
  'How long it took, in seconds.': 'Wie lange es gedauert hat, in Sekunden.',
  'What the product notes about it: a free-form object.':
    'Was das Produkt dazu notiert: ein Objekt mit freien Namen.',
  'The id of a catalog entry.': 'Die ID eines Eintrags im Katalog.',
  'Get a training': 'Ein Training lesen',
  'The id of a training of the team.': 'Die ID eines Trainings des Teams.',
  'A training session without its transcript.': 'Ein Training, ohne den Wortlaut des Gesprächs.',
  'List scored trainings': 'Bewertete Trainings auflisten',
  'Scored sessions of active members, latest evaluation first. A corrected evaluation moves to the top. With `include=evaluation` each session brings its evaluation, so that a copy needs no request for each.':
    'Bewertete Trainings aktiver Mitglieder, die jüngste Bewertung zuerst. Eine korrigierte Bewertung rückt an den Anfang. Mit `include=evaluation` bringt jedes Training seine Bewertung mit, sodass eine Kopie nicht für jedes eine Anfrage braucht.',
  'Only sessions whose evaluation was saved or corrected at this time or later.':
    'Nur Trainings, deren Bewertung zu dieser Zeit oder später gespeichert oder korrigiert wurde.',
  'Adds to each training its `evaluation`, and in it `evaluated_at`.':
    'Fügt jedem Training seine `evaluation` hinzu, und in ihr `evaluated_at`.',
  'The evaluation of the training. Only with `include=evaluation`.':
    'Die Bewertung des Trainings. Nur mit `include=evaluation`.',
  'When the evaluation was saved or last corrected: what `updated_since` compares.':
    'Wann die Bewertung gespeichert oder zuletzt korrigiert wurde: womit `updated_since` vergleicht.',
  'Get the evaluation of a training': 'Die Bewertung eines Trainings lesen',
  'The points of each dimension, up to five tips, and what would help most. Gets 404 until the session is scored.':
    'Die Punkte jeder Dimension, bis zu fünf Tipps, und was am meisten helfen würde. Antwortet mit 404, bis das Training bewertet ist.',
  'How one training was scored, and what would help most.':
    'Wie ein Training bewertet wurde, und was am meisten helfen würde.',
  'The training that was scored.': 'Das bewertete Training.',
  'The points of a training.': 'Die Punkte eines Trainings.',
  'Points from 0 to 100 for each dimension.': 'Punkte von 0 bis 100 für jede Dimension.',
  'Leading to a close.': 'Abschluss: zur Entscheidung führen.',
  'Guiding the conversation.': 'Gesprächsführung.',
  'Finding out what the customer needs.': 'Bedarfsanalyse: erfahren, was der Kunde braucht.',
  'Handling objections.': 'Einwandbehandlung.',
  'Arguing with the value.': 'Nutzenargumentation.',
  'Points from 0 to 100 as a whole.': 'Punkte von 0 bis 100 insgesamt.',
  'How far apart the five dimensions are.':
    'Streuung: wie weit die fünf Dimensionen auseinanderliegen.',
  'At most five tips.': 'Höchstens fünf Tipps.',
  'What could be better.': 'Was besser sein könnte.',
  'Where in the conversation it was.': 'Wo im Gespräch das war.',
  'The rule behind it.': 'Der Grundsatz dahinter.',
  'How it could have been said.': 'Wie man es hätte sagen können.',
  'What that would do.': 'Was das bewirken würde.',
  'Whether the goal of the conversation was reached.': 'Ob das Gesprächsziel erreicht wurde.',
  'The id of a methodology of the catalog.': 'Die ID einer Methodik im Katalog.',
  'What went best.': 'Die größte Stärke.',
  'What would help most.': 'Der größte Hebel: was am meisten helfen würde.',
} as const;
