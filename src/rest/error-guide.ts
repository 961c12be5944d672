import { INVITATIONS_PER_HOUR, REQUESTS_PER_KEY, TESTS_PER_MINUTE } from '../auth/rate-limits.ts';
import type { ErrorCode } from '../shared/errors/errors.ts';
import type { Language } from '../shared/language/language.ts';

type ErrorWords = { cause: string; cure: string };

export type ErrorAdvice = Record<Language, ErrorWords> & {
  /**
   * When the same request may succeed without a change: never, when another request has ended, at once, or
   * later.
   */
  repeat: 'never' | 'running' | 'same' | 'later';
};

/** The cause of each code, and what a developer can do. Backticks are the only Markdown in these texts. */
export const errorGuide: Record<ErrorCode, ErrorAdvice> = {
  bad_request: {
    repeat: 'never',
    de: {
      cause:
        'Die Anfrage wurde abgelehnt, bevor ihre Felder angesehen wurden. Der Pfad hat diese Methode nicht (405), der Body ist größer als 256 KiB (413), der Body ist komprimiert oder nicht `application/json` in UTF-8 (415), oder die HTTP-Nachricht selbst ist nicht lesbar (400, 408, 431).',
      cure: 'Der Status und `detail` sagen, was davon zutrifft. Ein 405 nennt die möglichen Methoden im Header `Allow`.',
    },
    en: {
      cause:
        'The request was refused before its fields were looked at. The path has no such method (405), the body is larger than 256 KiB (413), the body is compressed or is not `application/json` in UTF-8 (415), or the HTTP message itself cannot be read (400, 408, 431).',
      cure: 'The status and `detail` say which of these it is. A 405 names the possible methods in the `Allow` header.',
    },
  },
  unauthorized: {
    repeat: 'never',
    de: {
      cause:
        'Der Schlüssel fehlt, ist unvollständig, falsch, unbekannt, abgelaufen oder widerrufen, oder er darf von dieser Adresse nicht benutzt werden. Zur Sicherheit sagt die Antwort nie, was davon zutrifft.',
      cure: 'Senden Sie den Schlüssel im Header, als `Authorization: Bearer svck_live_…`. In der Query oder einem Cookie wird er nicht gelesen. Fragen Sie dann einen Admin des Teams nach Status, Ablauf und erlaubten Adressen; das Anfrageprotokoll der App nennt den genauen Grund. Eine Anfrage ohne Schlüssel, oder mit einem, dessen Anfang (20 Zeichen) unbekannt ist, gehört zu keinem Team und steht dort nicht.',
    },
    en: {
      cause:
        'The key is missing, malformed, wrong, unknown, expired or revoked, or it may not be used from this address. For safety, the answer never says which.',
      cure: 'Send the key in the header, as `Authorization: Bearer svck_live_…`; it is not read from the query or a cookie. Then ask an admin of the team for its state, expiry and allowed addresses; the request log of the app names the exact reason. A request without a key, or with one whose beginning (20 characters) is unknown, belongs to no team and is not there.',
    },
  },
  insufficient_scope: {
    repeat: 'never',
    de: {
      cause:
        'Dem Schlüssel fehlt das Recht, das `required_scope` nennt. Ohne `required_scope`: Die Anfrage gibt oder nimmt die Rolle `admin`, und das braucht einen Schlüssel, den die Inhaberin, der Inhaber oder ein aktiver Admin erstellt hat.',
      cure: '`GET /me` zeigt die Rechte des Schlüssels. Sie stehen seit seiner Erstellung fest: Erstellen Sie einen neuen Schlüssel, der das Recht hat.',
    },
    en: {
      cause:
        'The key lacks the scope that `required_scope` names. Without `required_scope`: the request gives or takes away the role `admin`, which needs a key made by the owner or by an active admin.',
      cure: '`GET /me` lists the scopes of the key. They are fixed when a key is made: make a new key that has the scope.',
    },
  },
  privacy_restricted: {
    repeat: 'never',
    de: {
      cause:
        'Das Team hat `member_detail_enabled` ausgeschaltet, und diese Operation zeigt, was einzelne Personen tun.',
      cure: 'Nehmen Sie `GET /analytics/team`: Das zeigt das Team als Ganzes. Auch `GET /users` und `GET /crm/deals` antworten, ohne das Feld zur Person. Nur das Team kann den Schalter einschalten; `GET /me` zeigt ihn.',
    },
    en: {
      cause:
        'The team has turned off `member_detail_enabled`, and this operation shows what single persons do.',
      cure: 'Use `GET /analytics/team`, which shows the team as a whole. `GET /users` and `GET /crm/deals` work too, without the personal field. Only the team can turn the switch on; `GET /me` shows it.',
    },
  },
  api_disabled: {
    repeat: 'never',
    de: {
      cause: 'Das Team ist gesperrt oder beendet, oder sein Tarif enthält die API nicht.',
      cure: 'Das kann kein Programm beheben: Fragen Sie die Inhaberin oder den Inhaber des Teams.',
    },
    en: {
      cause: 'The team is suspended or has ended, or its plan does not include the API.',
      cure: 'No program can put this right: ask the owner of the team.',
    },
  },
  vorgabe_gesperrt: {
    repeat: 'never',
    de: {
      cause:
        'Eine Vorgabe, die für die Person gilt, sperrt die Situation, die Persönlichkeit oder die Branche der Aufgabe.',
      cure: 'Wählen Sie einen anderen Eintrag: `detail` nennt die Dimension und die ID des gesperrten. `GET /catalog?member_id=…` zeigt, was die Vorgabe für die Person erlaubt; ohne `member_id` zeigt es die des Teams.',
    },
    en: {
      cause:
        'The code is German for "blocked by a policy". A policy that holds for the recipient blocks the situation, the personality or the industry of the assignment.',
      cure: 'Choose another entry: `detail` names the dimension and the id of the blocked one. `GET /catalog?member_id=…` shows what the policy of the recipient allows; without `member_id` it shows that of the team.',
    },
  },
  not_found: {
    repeat: 'never',
    de: {
      cause:
        'Mit dieser ID gibt es nichts, oder es gehört einem anderen Team. Die Antwort sagt nie, was davon zutrifft. Hat die API den Pfad nicht, dann sagt `detail` das. Die Bewertung eines Trainings gibt es erst, wenn es `scored` ist.',
      cure: 'Prüfen Sie Pfad und ID; Groß- und Kleinschreibung zählt. Auch was ein entferntes Mitglied getan hat, wird nicht mehr gefunden.',
    },
    en: {
      cause:
        'There is nothing with this id, or it belongs to another team. The answer never says which. If the API has no such path, `detail` says so. The evaluation of a training exists only once the training is `scored`.',
      cure: 'Check the path and the id; capital and small letters differ. What a removed member did is no longer found either.',
    },
  },
  conflict: {
    repeat: 'running',
    de: {
      cause:
        'Eine Anfrage mit demselben `Idempotency-Key` läuft noch. Oder, nur bei `POST /users`: Die E-Mail-Adresse gehört schon einem Mitglied des Teams oder der Inhaberin oder dem Inhaber.',
      cure: 'Das hängt von der Ursache ab:\n\n- **Eine Anfrage läuft noch:** Warten Sie eine Sekunde und senden Sie dieselbe Anfrage mit demselben `Idempotency-Key` noch einmal.\n- **Die Adresse ist vergeben:** Wiederholen hilft nie. Suchen Sie das Mitglied mit `GET /users`.\n\nEin Programm muss `detail` dafür nicht lesen: Ohne `Idempotency-Key` ist immer die Adresse vergeben. Mit ihm wiederholt es einmal. Hat die Antwort dann `Idempotency-Replayed: true`, ist sie endgültig.',
    },
    en: {
      cause:
        'A request with the same `Idempotency-Key` is still running. Or, with `POST /users` alone: the e-mail already belongs to a member of the team or to its owner.',
      cure: 'That depends on the cause:\n\n- **A request is still running:** wait a second and send the same request with the same `Idempotency-Key` again.\n- **The e-mail is taken:** repeating never helps. Look for the member with `GET /users`.\n\nA program need not read `detail` for this. Without an `Idempotency-Key` it is always the e-mail. With one, repeat once: if the answer then has `Idempotency-Replayed: true`, it is final.',
    },
  },
  seat_limit_reached: {
    repeat: 'never',
    de: {
      cause:
        'Kein Platz ist frei. Die Inhaberin oder der Inhaber und jedes aktive oder eingeladene Mitglied belegen je einen.',
      cure: 'Entfernen Sie ein Mitglied, oder bitten Sie die Inhaberin oder den Inhaber des Teams um mehr Plätze.',
    },
    en: {
      cause: 'No seat is free. The owner and every active or invited member take one each.',
      cure: 'Remove a member, or ask the owner of the team for more seats.',
    },
  },
  last_admin: {
    repeat: 'never',
    de: {
      cause:
        'Nach der Änderung hätte das Team keinen aktiven Admin mehr. Die Inhaberin oder der Inhaber und eingeladene Admins zählen nicht.',
      cure: 'Machen Sie zuerst ein anderes aktives Mitglied zum Admin.',
    },
    en: {
      cause:
        'The change would leave the team without an active admin. The owner and invited admins do not count.',
      cure: 'Make another active member admin first.',
    },
  },
  owner: {
    repeat: 'never',
    de: {
      cause:
        'Das Mitglied ist die Inhaberin oder der Inhaber des Teams und kann über die API weder geändert noch entfernt werden.',
      cure: 'Das Team wird in der App an ein anderes Mitglied übergeben.',
    },
    en: {
      cause:
        'The member is the owner of the team, who cannot be changed or removed through the API.',
      cure: 'The ownership is handed over in the app.',
    },
  },
  validation_error: {
    repeat: 'never',
    de: {
      cause:
        'Etwas in der Query, im Pfad, im Body oder in einem Header ist nicht gültig. `errors` nennt alle solchen Stellen auf einmal: `in` und `pointer` sagen, wo, und `detail` sagt, was erwartet wird. Einen Fehler, der sich erst an gespeicherten Daten zeigt oder daran, wohin eine URL führt, nennt stattdessen `field`.',
      cure: 'Berichtigen Sie, was genannt ist. Auch unbekannte Felder und Query-Parameter werden abgelehnt: Suchen Sie nach einem falsch geschriebenen Namen. Ein `cursor` gilt nur für die Liste und die Filter, von denen er kommt. In einer Query schreiben Sie das `+` einer Zeit als `%2B`.',
    },
    en: {
      cause:
        'Something in the query, the path, the body or a header is not valid. `errors` lists every such place at once: `in` and `pointer` say where, `detail` says what is expected. A fault that shows only in stored data, or in where a URL leads, is named by `field` instead.',
      cure: 'Correct what is listed. Unknown fields and query parameters are refused too, so look for a misspelt name. A `cursor` is good only for the list and the filters it came from; in a query, write the `+` of a time as `%2B`.',
    },
  },
  idempotency_mismatch: {
    repeat: 'never',
    de: {
      cause:
        'Dieser `Idempotency-Key` wurde in den letzten 24 Stunden mit einem anderen Body oder Pfad benutzt.',
      cure: 'Nehmen Sie für jede neue Aktion einen neuen Schlüssel, und denselben mit demselben Body nur, um eine zu wiederholen.',
    },
    en: {
      cause: 'This `Idempotency-Key` was used in the last 24 hours with another body or path.',
      cure: 'Take a new key for every new action, and the same key with the same body only to repeat one.',
    },
  },
  kombination_ungueltig: {
    repeat: 'never',
    de: {
      cause:
        'Die Situation, die Persönlichkeit oder die Branche ist unbekannt, für das Team nicht sichtbar, oder passt nicht zu den anderen. `dimension` sagt, welche der drei; `id` ist da, wenn die ID unbekannt oder nicht sichtbar ist.',
      cure: 'Nehmen Sie die IDs aus `GET /catalog?member_id=…`. Ohne `id` gibt es alle drei: Wählen Sie eine Kombination, die keine der `rules` dort ausschließt.',
    },
    en: {
      cause:
        'The code is German for "invalid combination". The situation, the personality or the industry is unknown, not visible to the team, or does not go with the others. `dimension` says which of the three; `id` is there if the id is unknown or not visible.',
      cure: 'Take the ids from `GET /catalog?member_id=…`. Without `id`, all three exist: choose a combination that none of the `rules` there excludes.',
    },
  },
  rate_limited: {
    repeat: 'later',
    de: {
      cause: `Ein Limit ist erreicht: ${REQUESTS_PER_KEY} Anfragen pro Minute für den Schlüssel, \`rate_limit_per_min\` aus \`GET /me\` für alle Schlüssel des Teams zusammen, ${REQUESTS_PER_KEY} pro Minute für eine Adresse ohne gültigen Schlüssel, ${INVITATIONS_PER_HOUR} Einladungen pro Stunde für das Team, ${TESTS_PER_MINUTE} Testereignisse pro Minute für einen Webhook-Endpunkt, oder der Platz für die Antworten, die für einen \`Idempotency-Key\` aufbewahrt werden.`,
      cure: 'Warten Sie so viele Sekunden, wie `Retry-After` sagt, und machen Sie dann weiter; eine abgelehnte Anfrage zählt nicht. `RateLimit-Remaining` sagt vorher, wie viel noch geht.',
    },
    en: {
      cause: `A limit is reached: ${REQUESTS_PER_KEY} requests a minute for the key, \`rate_limit_per_min\` of \`GET /me\` for all keys of the team together, ${REQUESTS_PER_KEY} a minute for an address without a valid key, ${INVITATIONS_PER_HOUR} invitations an hour for the team, ${TESTS_PER_MINUTE} test events a minute for a webhook endpoint, or the room for the answers that are kept for an \`Idempotency-Key\`.`,
      cure: 'Wait as many seconds as `Retry-After` says, then go on; a refused request does not count. `RateLimit-Remaining` tells how much is left before that.',
    },
  },
  internal: {
    repeat: 'same',
    de: {
      cause: 'Der Dienst hat versagt. Nichts wurde geändert.',
      cure: 'Senden Sie die Anfrage noch einmal. Schlägt sie wieder fehl, nennen Sie uns ihre `request_id`.',
    },
    en: {
      cause: 'The service failed. Nothing was changed.',
      cure: 'Send the request again. If it fails again, tell us its `request_id`.',
    },
  },
  unavailable: {
    repeat: 'later',
    de: {
      cause:
        'Die API kann gerade nicht antworten: Sie startet, wird gewartet oder erreicht ihre Datenbank nicht. In seltenen Fällen wurde etwas geändert, obwohl die Antwort verloren ging.',
      cure: 'Senden Sie die Anfrage nach den Sekunden aus `Retry-After` noch einmal; ein `POST` mit demselben `Idempotency-Key` wie zuvor, damit nichts zweimal geschieht.',
    },
    en: {
      cause:
        'The API cannot answer at the moment: it is starting, under maintenance, or without its database. In rare cases a change was made although its answer was lost.',
      cure: 'Send the request again after the seconds of `Retry-After`; a `POST` with the same `Idempotency-Key` as before, so that nothing happens twice.',
    },
  },
};
