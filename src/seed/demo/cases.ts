import { newId } from '../../db/ids.ts';
import { atWork } from './calendar.ts';
import type { Random } from './random.ts';
import { table } from './table.ts';
import { type DemoTeam, memberOf } from './team.ts';

/** Each case, once for each language. A deal is the one from which its case was made. */
const cases = table(
  ['visibility', 'persona', 'deal', 'lang', 'title', 'fields'],
  `
team    | per_sceptic       | D-1003 | de | Verpackungslinie: Wechsel vom bisherigen Lieferanten | {"ausgangslage": "Der Vertrag läuft in vier Monaten aus, zwei Ausfälle im letzten Quartal.", "ziel": "Termin mit der Produktionsleitung", "einwaende": ["Umstellung zu aufwendig", "Preis liegt über dem Angebot des Wettbewerbs"]}
team    | per_sceptic       | D-1003 | en | Packaging line: leaving the present supplier | {"situation": "The contract ends in four months, with two failures in the last quarter.", "goal": "A meeting with the production manager", "objections": ["The changeover is too much work", "The price is above the competing offer"]}
team    | per_analyst       | D-1011 | de | Lagersoftware für drei Standorte | {"ausgangslage": "Bestände werden in Tabellen geführt, die Inventur dauert vier Tage.", "ziel": "Zustimmung zu einem Pilotstandort", "einwaende": ["Die IT hat bis Jahresende keine Kapazität"]}
team    | per_analyst       | D-1011 | en | Warehouse software for three sites | {"situation": "Stock is kept in spreadsheets, and stocktaking takes four days.", "goal": "A yes to one pilot site", "objections": ["IT has no capacity before the end of the year"]}
team    | per_price_focused |        | de | Rahmenvertrag: Verhandlung mit dem Einkauf | {"ausgangslage": "Drei Angebote liegen vor.", "spielraum_prozent": 6, "laufzeit_monate": 36}
team    | per_price_focused |        | en | Framework agreement: negotiating with purchasing | {"situation": "There are three offers.", "leeway_percent": 6, "term_months": 36}
team    | per_hurried       |        | de | Reklamation nach verspäteter Lieferung | {"ausgangslage": "Fünf Tage Verzug, die Baustelle stand.", "ziel": "Vertrauen zurückgewinnen"}
team    | per_hurried       |        | en | Complaint after a late delivery | {"situation": "Five days late, and the site stood still.", "goal": "Win back trust"}
team    | per_enthusiast    |        | de | Erstgespräch auf der Messe | {"ziel": "Budget und Entscheidungsweg klären", "dauer_minuten": 15}
team    | per_enthusiast    |        | en | First talk at the trade fair | {"goal": "Learn about budget and who decides", "minutes": 15}
team    | per_friendly      |        | de | Wartungsvertrag für Bestandskunden | {"ausgangslage": "Seit drei Jahren Kunde, Wartung nur auf Zuruf.", "ziel": "Jahresvertrag"}
team    | per_friendly      |        | en | Service contract for an existing customer | {"situation": "A customer for three years, with service on call only.", "goal": "A yearly contract"}
team    | per_gatekeeper    |        | de | Kaltakquise: an der Zentrale vorbei | [{"frage": "Worum geht es?", "antwort": "Um die Ausfallzeiten in der Abfüllung."}, {"frage": "Schicken Sie Unterlagen.", "antwort": "Gern. Wer beurteilt sie bei Ihnen?"}]
team    | per_gatekeeper    |        | en | Cold call: past the switchboard | [{"question": "What is it about?", "answer": "The downtime of your filling line."}, {"question": "Send us something.", "answer": "Gladly. Who will look at it?"}]
team    |                   |        | de | Quartalsgespräch mit einem englischsprachigen Kunden
team    |                   |        | en | Quarterly review with a German-speaking customer
private | per_dominant      |        | de | Meine Vorbereitung auf das Jahresgespräch | {"ziel": "Ruhig bleiben, wenn der Preis infrage gestellt wird"}
private | per_dominant      |        | en | My preparation for the annual review | {"goal": "Stay calm when the price is questioned"}
private |                   |        | de | Wiedervorlage: Absage vom Frühjahr
private |                   |        | en | To follow up: the refusal in spring
private | per_sceptic       |        | de | Übung: Pausen aushalten | {"hinweis": "Nach dem Preis nichts mehr sagen."}
private | per_sceptic       |        | en | Exercise: bear the silence | {"hint": "Say nothing after naming the price."}
`,
);

export function caseRows({ lang, members }: DemoTeam, random: Random, now: Date) {
  const authors = members.filter(({ status }) => status === 'active');
  const own = cases.filter((each) => each.lang === lang);
  return own.map(({ visibility, persona, deal, title, fields }, n) => {
    const created_at = atWork(now, 320 - n * 27 + random.whole(0, 20));
    const owner = memberOf({ members }, 'leitung');
    // Only its member sees a private case. The visitor of the demo signs in as the owner.
    const author = visibility === 'private' ? owner : authors[n % authors.length];
    return {
      id: newId('cas', created_at),
      member_id: (author ?? owner).memberId,
      visibility,
      title,
      persona_id: persona || null,
      fields: fields ? (JSON.parse(fields) as object) : null,
      external_ref: deal ? { system: 'crm', deal } : null,
      created_at,
      updated_at: created_at,
    };
  });
}
