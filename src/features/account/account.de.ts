export const texts = {
  'getMe.summary': 'Den benutzten Schlüssel ansehen',
  Me: 'Team, Rechte und Limits des Schlüssels, mit dem die Anfrage kommt.',
  'Me.tenant_id': 'Das Team des Schlüssels.',
  'Me.kind': 'Der Tarif des Teams.',
  'Me.scopes': 'Die Rechte des Schlüssels.',
  'Me.rate_limit_per_min':
    'Anfragen pro Minute für alle Schlüssel des Teams zusammen. Ein Schlüssel allein hat 120: `RateLimit-Limit` zeigt, welches der beiden Limits näher ist.',
  'Me.privacy': 'Die Datenschutz-Schalter des Teams, die die API betreffen.',
  'Me.privacy.member_detail_enabled': 'Ob die API zeigt, was einzelne Personen tun.',
  'Me.sandbox':
    'Das Team ist eine Sandbox, in der Kunden etwas ausprobieren. Bei anderen Teams fehlt dieses Feld.',
};
