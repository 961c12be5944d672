export const texts = {
  'listAssignments.summary': 'Aufgaben auflisten',
  listAssignments: 'In jedem Stand, die neuesten zuerst. Gelöschte sind weg.',
  'createAssignment.summary': 'Eine Aufgabe stellen',
  createAssignment:
    'Situation, Persönlichkeit und Branche müssen im Katalog stehen, zusammenpassen und von der Vorgabe der Person erlaubt sein.',
  'getAssignment.summary': 'Eine Aufgabe lesen',
  getAssignment: 'Auch eine widerrufene. Eine gelöschte wird nicht gefunden.',
  'changeAssignment.summary': 'Eine Aufgabe ändern',
  changeAssignment: 'Ein Feld, das fehlt, bleibt, wie es ist.',
  'deleteAssignment.summary': 'Eine Aufgabe löschen',
  deleteAssignment:
    'Sie ist auch für die Person weg. Trainings, die dazu gemacht wurden, bleiben. Kein Ereignis berichtet davon.',
  'Assignment.note': 'Ein Hinweis für die Person.',
  'Assignment.id': 'Die `{assignment_id}` in Pfaden.',
  'Assignment.member_id':
    'Das Mitglied, das die Aufgabe hat, auch ein eingeladenes oder entferntes. Null, solange `member_detail_enabled` aus ist.',
  'Assignment.status': '`revoked`: Die Person wurde aus dem Team entfernt.',
  'Assignment.title': 'Was die Person in ihrer Liste sieht.',
  'Assignment.member_user_id':
    'Die Person, die die Aufgabe hat. Null, bis eine eingeladene Person beigetreten ist, und solange `member_detail_enabled` aus ist.',
  'Assignment.member_email':
    'Null, solange `member_detail_enabled` aus ist, und sobald die Daten der Person gelöscht sind.',
  'Assignment.due_date': 'Der Tag, bis zu dem sie erledigt sein soll.',
  'Assignment.focus_dimension':
    'Die Dimension der Bewertung, an der gearbeitet werden soll. In der App gesetzt.',
  'Assignment.completed_training_id':
    'Das Training, das sie erledigt hat. Null, wenn niemand trainiert hat, wenn sie wieder geöffnet wurde, und solange `member_detail_enabled` aus ist.',
  Assignment: 'Eine Übung, die ein Mitglied bekommen hat.',
  'getAssignment.assignment_id': 'Die ID einer Aufgabe des Teams.',
  'createAssignment.due_date':
    'Der Tag, bis zu dem sie erledigt sein soll. Er darf in der Vergangenheit liegen.',
  'createAssignment.member_id': 'Ein Mitglied des Teams, aktiv oder eingeladen.',
  'createAssignment.title': 'Was die Person in ihrer Liste sieht. Leerraum am Rand fällt weg.',
  'changeAssignment.status':
    'Aus jedem kann das andere werden. `done` sendet `assignment.completed`, wenn sie nicht schon `done` war.',
  'changeAssignment.note': 'Ein Hinweis für die Person. Null leert ihn.',
  'changeAssignment.due_date': 'Der Tag, bis zu dem sie erledigt sein soll. Null leert ihn.',
};
