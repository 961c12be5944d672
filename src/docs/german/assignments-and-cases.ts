export const assignmentAndCaseTexts = {
  Assignments: 'Aufgaben',
  'List assignments': 'Aufgaben auflisten',
  'In every state, newest first. Deleted ones are gone.':
    'In jedem Stand, die neuesten zuerst. Gelöschte sind weg.',
  'The `{assignment_id}` in paths.': 'Die `{assignment_id}` in Pfaden.',
  '`revoked`: the recipient was removed from the team.':
    '`revoked`: Die Person wurde aus dem Team entfernt.',
  'What the recipient sees in the list. White space around it is removed.':
    'Was die Person in ihrer Liste sieht. Leerraum am Rand fällt weg.',
  'What the recipient sees in the list.': 'Was die Person in ihrer Liste sieht.',
  'The id of a situation of the catalog.': 'Die ID einer Situation im Katalog.',
  'The id of a personality of the catalog.': 'Die ID einer Persönlichkeit im Katalog.',
  'The id of an industry of the catalog.': 'Die ID einer Branche im Katalog.',
  'The recipient. Null until an invited recipient has joined, and while `member_detail_enabled` is off.':
    'Die Person, die die Aufgabe hat. Null, bis eine eingeladene Person beigetreten ist, und solange `member_detail_enabled` aus ist.',
  'Null while `member_detail_enabled` is off, and once the data of the recipient is erased.':
    'Null, solange `member_detail_enabled` aus ist, und sobald die Daten der Person gelöscht sind.',
  'A hint for the recipient.': 'Ein Hinweis für die Person.',
  'The day by which it is to be done.': 'Der Tag, bis zu dem sie erledigt sein soll.',
  'The dimension of the score to work on. Set in the app.':
    'Die Dimension der Bewertung, an der gearbeitet werden soll. In der App gesetzt.',
  'The training that completed it. Null if nobody trained, if it was opened again, and while `member_detail_enabled` is off.':
    'Das Training, das sie erledigt hat. Null, wenn niemand trainiert hat, wenn sie wieder geöffnet wurde, und solange `member_detail_enabled` aus ist.',
  'A policy of the recipient blocks the situation, personality or industry.':
    'Eine Vorgabe der Person sperrt Situation, Persönlichkeit oder Branche.',
  'The situation, personality or industry is unknown, not visible, or violates a rule of the catalog.':
    'Situation, Persönlichkeit oder Branche ist unbekannt, nicht sichtbar oder verletzt eine Regel des Katalogs.',
  'Assign an exercise': 'Eine Aufgabe stellen',
  'Situation, personality and industry must be in the catalog, go together, and be allowed by the policy of the recipient.':
    'Situation, Persönlichkeit und Branche müssen im Katalog stehen, zusammenpassen und von der Vorgabe der Person erlaubt sein.',
  'A member of the team, active or invited.': 'Ein Mitglied des Teams, aktiv oder eingeladen.',
  'The day by which it is to be done. May lie in the past.':
    'Der Tag, bis zu dem sie erledigt sein soll. Er darf in der Vergangenheit liegen.',
  'An exercise that a member has been given.': 'Eine Übung, die ein Mitglied bekommen hat.',
  'Get an assignment': 'Eine Aufgabe lesen',
  'Also one that was revoked. A deleted one is not found.':
    'Auch eine widerrufene. Eine gelöschte wird nicht gefunden.',
  'The id of an assignment of the team.': 'Die ID einer Aufgabe des Teams.',
  'Change an assignment': 'Eine Aufgabe ändern',
  'Each may become the other. `done` raises `assignment.completed`, unless it was `done` before.':
    'Aus jedem kann das andere werden. `done` sendet `assignment.completed`, wenn sie nicht schon `done` war.',
  'A hint for the recipient. Null clears it.': 'Ein Hinweis für die Person. Null leert ihn.',
  'The day by which it is to be done. Null clears it.':
    'Der Tag, bis zu dem sie erledigt sein soll. Null leert ihn.',
  'Delete an assignment': 'Eine Aufgabe löschen',
  'It is gone for its recipient too. Trainings that were done for it stay. No event tells of it.':
    'Sie ist auch für die Person weg. Trainings, die dazu gemacht wurden, bleiben. Kein Ereignis berichtet davon.',
  Cases: 'Fälle',
  'List team cases': 'Fälle des Teams auflisten',
  'Team cases, newest first. A private case of a member is never returned.':
    'Fälle des Teams, die neuesten zuerst. Ein privater Fall eines Mitglieds ist nie dabei.',
  'Only cases of this user.': 'Nur Fälle dieser Person.',
  'The `{case_id}` in paths.': 'Die `{case_id}` in Pfaden.',
  'The person whose case it is, who may have left the team since.':
    'Die Person, deren Fall es ist. Sie kann das Team inzwischen verlassen haben.',
  'What the case is called in lists.': 'Wie der Fall in Listen heißt.',
  'What the case is called in lists. Kept as it is, with white space around it.':
    'Wie der Fall in Listen heißt. Bleibt, wie er ist, auch mit Leerraum am Rand.',
  'As it was sent; it need not be an id of the catalog.':
    'Wie gesendet; es muss keine ID aus dem Katalog sein.',
  'Free-form object or array.': 'Ein Objekt mit freien Namen, oder ein Array.',
  'Create a team case': 'Einen Fall des Teams anlegen',
  'The case belongs to one person and is shared with the whole team. Gets 404 if `user_id` is unknown, of another team or not an active member.':
    'Der Fall gehört zu einer Person und wird mit dem ganzen Team geteilt. Antwortet mit 404, wenn `user_id` unbekannt ist, zu einem anderen Team gehört oder kein aktives Mitglied ist.',
  'The user id of an active member or the owner.':
    'Die `user_id` eines aktiven Mitglieds, der Inhaberin oder des Inhabers.',
  'Free-form object. At most 64 KiB as compact JSON, at most 20 levels deep (the object itself is the first), at most 200 keys in total over all levels. Send an id of more than 15 digits as a string: an integer that would not come back exactly is refused.':
    'Ein Objekt mit freien Namen. Höchstens 64 KiB als kompaktes JSON, höchstens 20 Ebenen tief (das Objekt selbst ist die erste), höchstens 200 Namen insgesamt über alle Ebenen. Senden Sie eine ID mit mehr als 15 Ziffern als Text: Eine Zahl, die nicht genau zurückkäme, wird abgelehnt.',
  'Stored as sent; it need not be an id of the catalog.':
    'Wird gespeichert, wie es gesendet wird; es muss keine ID aus dem Katalog sein.',
  'A case that the team shares.': 'Ein Fall, den das Team teilt.',
  'Get a team case': 'Einen Fall des Teams lesen',
  'Team cases only. A private case of a member is never found.':
    'Nur Fälle des Teams. Ein privater Fall eines Mitglieds wird nie gefunden.',
  'The id of a team case.': 'Die ID eines Falls des Teams.',
  'Change a team case': 'Einen Fall des Teams ändern',
  'A field that is left out stays as it is; null clears it. `fields` and `external_ref` are replaced as a whole.':
    'Ein Feld, das fehlt, bleibt, wie es ist; null leert es. `fields` und `external_ref` werden als Ganzes ersetzt.',
  'Delete a team case': 'Einen Fall des Teams löschen',
} as const;
