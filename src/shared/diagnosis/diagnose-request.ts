import type { InEach } from '../language/language.ts';

/** What a repeated request can do, in one sentence. */
export const requestRepeats = {
  change: {
    de: 'Die gleiche Anfrage würde wieder abgelehnt, bis sich etwas geändert hat.',
    en: 'The same request would be refused again until something has changed.',
  },
  wait: {
    de: 'Wiederholen hilft, aber erst nach einer Pause.',
    en: 'Retrying helps, but only after a pause.',
  },
  may: { de: 'Wiederholen kann helfen.', en: 'Retrying may help.' },
} as const satisfies Record<string, InEach<string>>;

type Rule = { repeat: keyof typeof requestRepeats } & InEach<string>;

const rule = (repeat: Rule['repeat'], de: string, en: string): Rule => ({ repeat, de, en });

/** What to do about a refused request, by the check that has refused it. */
const ofCheck: Readonly<Record<string, Rule>> = {
  service: rule(
    'may',
    'Senden Sie die Anfrage noch einmal, ein POST mit demselben Idempotency-Key. Bleibt der Fehler, nennen Sie dem Support die Anfrage-ID.',
    'Send the request again, a POST with the same Idempotency-Key. If the error stays, give the request ID to support.',
  ),
  key: rule(
    'change',
    'Prüfen Sie, welchen Schlüssel Ihr Programm sendet.',
    'Check which key your program sends.',
  ),
  rate_limit: rule(
    'wait',
    'Warten Sie so viele Sekunden, wie Retry-After in der Antwort sagt.',
    'Wait for as many seconds as Retry-After in the response says.',
  ),
  team: rule(
    'change',
    'Fragen Sie den Betreiber, ob Ihr Team die API nutzen darf.',
    'Ask the operator whether your team may use the API.',
  ),
  route: rule(
    'change',
    'Vergleichen Sie den Pfad mit der Referenz. Groß- und Kleinschreibung zählt.',
    'Compare the path with the reference. Upper and lower case count.',
  ),
  method: rule(
    'change',
    'Der Header Allow der Antwort nennt die Methoden dieses Pfads.',
    'The header Allow of the response names the methods of this path.',
  ),
  scope: rule(
    'change',
    'Erstellen Sie einen Schlüssel mit diesem Recht: Die Rechte eines Schlüssels ändern sich nie.',
    'Create a key with this scope: the scopes of a key never change.',
  ),
  privacy: rule(
    'change',
    'Nur die Inhaberin oder der Inhaber des Teams kann die Datenschutzeinstellung ändern.',
    'Only the owner of the team can change the privacy setting.',
  ),
  body: rule(
    'change',
    'Senden Sie ein JSON-Objekt in UTF-8 mit dem Header Content-Type: application/json.',
    'Send a JSON object in UTF-8 with the header Content-Type: application/json.',
  ),
  idempotency: rule(
    'change',
    'Nehmen Sie für einen anderen Inhalt einen neuen Idempotency-Key.',
    'Use a new Idempotency-Key for another body.',
  ),
  input: rule(
    'change',
    'Berichtigen Sie die Felder, die unten stehen.',
    'Correct the fields below.',
  ),
  object: rule(
    'change',
    'Prüfen Sie die ID, und ob der Schlüssel zum richtigen Team gehört. Vielleicht wurde das Objekt gelöscht.',
    'Check the ID, and whether the key belongs to the right team. The object may have been deleted.',
  ),
  role: rule(
    'change',
    'Ein Admin muss einen neuen Schlüssel erstellen, oder wer ihn erstellt hat, muss wieder Admin werden.',
    'An admin must create a new key, or its creator must become an admin again.',
  ),
  combination: rule(
    'change',
    'Lesen Sie den Katalog mit GET /catalog, und wählen Sie Einträge, die zusammenpassen.',
    'Read the catalog with GET /catalog, and choose entries that fit together.',
  ),
  policy: rule(
    'change',
    'Wählen Sie etwas, das dem Mitglied erlaubt ist, oder ändern Sie seine Vorgabe.',
    'Choose something that the member may have, or change the policy.',
  ),
  state: rule(
    'change',
    'Lesen Sie das Objekt neu, und entscheiden Sie danach.',
    'Read the object again, and decide then.',
  ),
};

/** What to do about a key that is not valid. */
const ofReason: Readonly<Record<string, Rule>> = {
  wrong_secret: rule(
    'change',
    'Kopieren Sie den ganzen Schlüssel. Ist er verloren, lösen Sie ihn durch einen neuen ab.',
    'Copy the whole key. If it is lost, rotate it.',
  ),
  revoked: rule(
    'change',
    'Ein widerrufener Schlüssel bleibt es. Erstellen Sie einen neuen.',
    'A revoked key stays revoked. Create a new one.',
  ),
  expired: rule(
    'change',
    'Ein abgelaufener Schlüssel bleibt es. Erstellen Sie einen neuen.',
    'An expired key stays expired. Create a new one.',
  ),
  address_not_allowed: rule(
    'change',
    'Senden Sie von einer Adresse, die der Schlüssel erlaubt, oder erstellen Sie einen Schlüssel, der diese erlaubt.',
    'Send from an address that the key allows, or create a key that allows this one.',
  ),
};

/** What to do about a state that has a code of its own. */
const ofCode: Readonly<Record<string, Rule>> = {
  seat_limit_reached: rule(
    'change',
    'Entfernen Sie ein Mitglied, ziehen Sie eine Einladung zurück, oder lassen Sie die Zahl der Plätze erhöhen.',
    'Remove a member, withdraw an invitation, or have the number of seats raised.',
  ),
  last_admin: rule(
    'change',
    'Machen Sie zuerst ein anderes aktives Mitglied zum Admin.',
    'First make another active member an admin.',
  ),
  owner: rule(
    'change',
    'Die Inhaberin oder der Inhaber muss das Team zuerst in der App an jemand anderen übergeben.',
    'The owner must first hand the team over to somebody else in the app.',
  ),
};

type Refused = {
  code: string | null;
  status: number;
  why: { check: string; reason?: string | undefined } | null;
};

/** What to do about a refused request. Undefined for a check that this release does not know. */
export function diagnoseRequest({ code, status, why }: Refused): Rule | undefined {
  if (status < 400) return undefined;
  // A later release may name new reasons of a check.
  const check = why?.check ?? (status >= 500 ? 'service' : '');
  return ofReason[why?.reason ?? ''] ?? ofCode[code ?? ''] ?? ofCheck[check];
}
