export const accountAndMemberTexts = {
  Account: 'Konto',
  'Get the key in use': 'Den benutzten Schlüssel ansehen',
  'The team, scopes and limits of the key that makes the request.':
    'Team, Rechte und Limits des Schlüssels, mit dem die Anfrage kommt.',
  'The team of the key.': 'Das Team des Schlüssels.',
  'The plan of the team.': 'Der Tarif des Teams.',
  'The scopes of the key.': 'Die Rechte des Schlüssels.',
  'Requests a minute for all keys of the team together. One key alone has 120: `RateLimit-Limit` shows whichever of the two is closer to being reached.':
    'Anfragen pro Minute für alle Schlüssel des Teams zusammen. Ein Schlüssel allein hat 120: `RateLimit-Limit` zeigt, welches der beiden Limits näher ist.',
  'The team is a sandbox, in which customers try things. Other teams do not have this field.':
    'Das Team ist eine Sandbox, in der Kunden etwas ausprobieren. Bei anderen Teams fehlt dieses Feld.',
  'The privacy switches of the team that concern the API.':
    'Die Datenschutz-Schalter des Teams, die die API betreffen.',
  'Whether the API shows what single persons do.': 'Ob die API zeigt, was einzelne Personen tun.',
  Members: 'Mitglieder',
  'List members': 'Mitglieder auflisten',
  'Active and invited members and the owner, newest first.':
    'Aktive und eingeladene Mitglieder und die Inhaberin oder der Inhaber, die neuesten zuerst.',
  'The `{member_id}` in paths.': 'Die `{member_id}` in Pfaden.',
  'The person, as in trainings and cases. Null until an invitation is accepted.':
    'Die Person, wie bei Trainings und Fällen. Null, bis eine Einladung angenommen ist.',
  'Present only while `member_detail_enabled` is on.':
    'Nur da, solange `member_detail_enabled` an ist.',
  'A team has one `owner`, who cannot be changed or removed here.':
    'Ein Team hat einen `owner`, der hier nicht geändert oder entfernt werden kann.',
  '`invited` until the invitation is accepted. No event tells of the acceptance: read the member again.':
    '`invited`, bis die Einladung angenommen ist. Kein Ereignis meldet die Annahme: Lesen Sie das Mitglied noch einmal.',
  'When the person joined. Null until an invitation is accepted.':
    'Wann die Person beigetreten ist. Null, bis eine Einladung angenommen ist.',
  'Invite a member': 'Ein Mitglied einladen',
  'The invitation takes a seat at once, and raises `member.joined` at once: there is no second event when it is accepted. A team can send at most 60 an hour. The role `admin` needs a key created by the owner or by an active admin.':
    'Die Einladung belegt sofort einen Platz und löst sofort `member.joined` aus: Wenn sie angenommen wird, kommt kein zweites Ereignis. Ein Team kann höchstens 60 pro Stunde senden. Die Rolle `admin` braucht einen Schlüssel, den die Inhaberin, der Inhaber oder ein aktiver Admin erstellt hat.',
  'Where the invitation is sent. Trimmed and lower-cased before it is compared and stored.':
    'Wohin die Einladung geht. Leerraum am Rand fällt weg, und alles wird klein geschrieben, bevor verglichen und gespeichert wird.',
  'What the person may do in the app. The default is `member`.':
    'Was die Person in der App darf. Ohne Angabe `member`.',
  'The language of the invitation: English for `en` and `en-…`, else German.':
    'Die Sprache der Einladung: Englisch bei `en` und `en-…`, sonst Deutsch.',
  'A call with the same `Idempotency-Key` is still running, or the email already belongs to a member of the team or to its owner.':
    'Eine Anfrage mit demselben `Idempotency-Key` läuft noch, oder die E-Mail-Adresse gehört schon einem Mitglied des Teams oder der Inhaberin oder dem Inhaber.',
  'All seats are taken.': 'Alle Plätze sind belegt.',
  'A person of the team, its owner included.':
    'Eine Person des Teams, auch die Inhaberin oder der Inhaber.',
  'Get a member': 'Ein Mitglied lesen',
  'Active or invited, or the owner. A removed member is not found.':
    'Aktiv oder eingeladen, oder die Inhaberin oder der Inhaber. Ein entferntes Mitglied wird nicht gefunden.',
  'The id of a member of the team.': 'Die ID eines Mitglieds des Teams.',
  'The member is the only active admin.': 'Das Mitglied ist der einzige aktive Admin.',
  'The member is the owner of the team.':
    'Das Mitglied ist die Inhaberin oder der Inhaber des Teams.',
  "Change a member's role": 'Die Rolle eines Mitglieds ändern',
  'The role `admin` needs a key created by the owner or by an active admin, to give it as well as to take it.':
    'Die Rolle Um `admin` zu vergeben oder zu entziehen, brauchen Sie einen Schlüssel, den die Inhaberin, der Inhaber oder ein aktiver Admin erstellt hat.',
  'To give or take `admin` needs a key created by the owner or by an active admin.':
    'Um `admin` zu vergeben oder zu entziehen, brauchen Sie einen Schlüssel, den die Inhaberin, der Inhaber oder ein aktiver Admin erstellt hat.',
  'Remove a member': 'Ein Mitglied entfernen',
  'Ends the membership, or withdraws the invitation. The assignments of the member are revoked, and the seat is free at once. Trainings and evaluations of the member are shown no more, not even when the person is invited again: that begins a new membership. Team cases stay. To remove an admin needs a key created by the owner or by an active admin.':
    'Beendet die Mitgliedschaft oder zieht die Einladung zurück. Die Aufgaben des Mitglieds werden widerrufen, und der Platz ist sofort frei. Trainings und Bewertungen des Mitglieds werden nicht mehr gezeigt, auch nicht, wenn die Person wieder eingeladen wird: Damit beginnt eine neue Mitgliedschaft. Team-Fälle bleiben. Um einen Admin zu entfernen, brauchen Sie einen Schlüssel, den die Inhaberin, der Inhaber oder ein aktiver Admin erstellt hat.',
} as const;
