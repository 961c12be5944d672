export const texts = {
  'Erasure.id': 'Die ID der Löschung.',
  'Erasure.member_id': 'Das ehemalige Mitglied, wie in `member.removed`.',
  'Erasure.user_id':
    'Die Person, wie bei Trainings und Fällen. Null bei einem Mitglied, das die Einladung nie angenommen hat.',
  'Erasure.erased_at': 'Wann die Löschung fertig war.',
  'listMembers.summary': 'Mitglieder auflisten',
  listMembers:
    'Aktive und eingeladene Mitglieder und die Inhaberin oder der Inhaber, die neuesten zuerst.',
  'getMember.summary': 'Ein Mitglied lesen',
  getMember:
    'Aktiv oder eingeladen, oder die Inhaberin oder der Inhaber. Ein entferntes Mitglied wird nicht gefunden.',
  'inviteMember.summary': 'Ein Mitglied einladen',
  inviteMember:
    'Die Einladung belegt sofort einen Platz und löst sofort `member.joined` aus: Wenn sie angenommen wird, kommt kein zweites Ereignis. Ein Team kann höchstens 60 pro Stunde senden. Die Rolle `admin` braucht einen Schlüssel, den die Inhaberin, der Inhaber oder ein aktiver Admin erstellt hat.',
  'changeMemberRole.summary': 'Die Rolle eines Mitglieds ändern',
  changeMemberRole:
    'Um die Rolle `admin` zu vergeben oder zu entziehen, brauchen Sie einen Schlüssel, den die Inhaberin, der Inhaber oder ein aktiver Admin erstellt hat.',
  'removeMember.summary': 'Ein Mitglied entfernen',
  removeMember:
    'Beendet die Mitgliedschaft oder zieht die Einladung zurück. Die Aufgaben des Mitglieds werden widerrufen, und der Platz ist sofort frei. Trainings und Bewertungen des Mitglieds werden nicht mehr gezeigt, auch nicht, wenn die Person wieder eingeladen wird: Damit beginnt eine neue Mitgliedschaft. Team-Fälle bleiben. Um einen Admin zu entfernen, brauchen Sie einen Schlüssel, den die Inhaberin, der Inhaber oder ein aktiver Admin erstellt hat.',
  'listErasures.summary': 'Löschungen auflisten',
  listErasures:
    'Die ehemaligen Mitglieder, deren Daten im letzten Jahr gelöscht wurden, die jüngste Löschung zuerst. Löschen Sie, was Sie von ihnen gespeichert haben: Anfragen an den Dienst finden es nicht mehr. Auch Texte anderer, die eine solche Person nannten, haben sich geändert, ohne neue Zeit. `member.erased` meldet eine Löschung sofort.',
  'Member.id': 'Die `{member_id}` in Pfaden.',
  'Member.user_id':
    'Die Person, wie bei Trainings und Fällen. Null, bis eine Einladung angenommen ist.',
  'Member.email': 'Nur da, solange `member_detail_enabled` an ist.',
  'Member.role': 'Ein Team hat einen `owner`, der hier nicht geändert oder entfernt werden kann.',
  'Member.status':
    '`invited`, bis die Einladung angenommen ist. Kein Ereignis meldet die Annahme: Lesen Sie das Mitglied noch einmal.',
  'Member.joined_at': 'Wann die Person beigetreten ist. Null, bis eine Einladung angenommen ist.',
  Member: 'Eine Person des Teams, auch die Inhaberin oder der Inhaber.',
  'getMember.member_id': 'Die ID eines Mitglieds des Teams.',
  'inviteMember.email':
    'Wohin die Einladung geht. Leerraum am Rand fällt weg, und alles wird klein geschrieben, bevor verglichen und gespeichert wird.',
  'inviteMember.role': 'Was die Person in der App darf. Ohne Angabe `member`.',
  'inviteMember.lang': 'Die Sprache der Einladung: Englisch bei `en` und `en-…`, sonst Deutsch.',
  'changeMemberRole.role':
    'Um `admin` zu vergeben oder zu entziehen, brauchen Sie einen Schlüssel, den die Inhaberin, der Inhaber oder ein aktiver Admin erstellt hat.',
};
