import type { Prisma } from '../../db/generated/client.ts';
import { newId } from '../../db/ids.ts';
import type { InEach } from '../../shared/language.ts';
import { atWork } from './calendar.ts';
import type { Random } from './random.ts';
import type { DemoTeam } from './team.ts';

type Text = { title: string; fields?: Prisma.InputJsonObject | Prisma.InputJsonArray };
type Case = InEach<Text> & {
  visibility: 'team' | 'private';
  persona: string | null;
  externalRef?: Prisma.InputJsonObject;
};

const cases: readonly Case[] = [
  {
    visibility: 'team',
    persona: 'per_sceptic',
    externalRef: { system: 'crm', deal: 'D-1003' },
    de: {
      title: 'Verpackungslinie: Wechsel vom bisherigen Lieferanten',
      fields: {
        ausgangslage: 'Der Vertrag läuft in vier Monaten aus, zwei Ausfälle im letzten Quartal.',
        ziel: 'Termin mit der Produktionsleitung',
        einwaende: ['Umstellung zu aufwendig', 'Preis liegt über dem Angebot des Wettbewerbs'],
      },
    },
    en: {
      title: 'Packaging line: leaving the present supplier',
      fields: {
        situation: 'The contract ends in four months, with two failures in the last quarter.',
        goal: 'A meeting with the production manager',
        objections: ['The changeover is too much work', 'The price is above the competing offer'],
      },
    },
  },
  {
    visibility: 'team',
    persona: 'per_analyst',
    externalRef: { system: 'crm', deal: 'D-1011' },
    de: {
      title: 'Lagersoftware für drei Standorte',
      fields: {
        ausgangslage: 'Bestände werden in Tabellen geführt, die Inventur dauert vier Tage.',
        ziel: 'Zustimmung zu einem Pilotstandort',
        einwaende: ['Die IT hat bis Jahresende keine Kapazität'],
      },
    },
    en: {
      title: 'Warehouse software for three sites',
      fields: {
        situation: 'Stock is kept in spreadsheets, and stocktaking takes four days.',
        goal: 'A yes to one pilot site',
        objections: ['IT has no capacity before the end of the year'],
      },
    },
  },
  {
    visibility: 'team',
    persona: 'per_price_focused',
    de: {
      title: 'Rahmenvertrag: Verhandlung mit dem Einkauf',
      fields: {
        ausgangslage: 'Drei Angebote liegen vor.',
        spielraum_prozent: 6,
        laufzeit_monate: 36,
      },
    },
    en: {
      title: 'Framework agreement: negotiating with purchasing',
      fields: {
        situation: 'There are three offers.',
        leeway_percent: 6,
        term_months: 36,
      },
    },
  },
  {
    visibility: 'team',
    persona: 'per_hurried',
    de: {
      title: 'Reklamation nach verspäteter Lieferung',
      fields: {
        ausgangslage: 'Fünf Tage Verzug, die Baustelle stand.',
        ziel: 'Vertrauen zurückgewinnen',
      },
    },
    en: {
      title: 'Complaint after a late delivery',
      fields: { situation: 'Five days late, and the site stood still.', goal: 'Win back trust' },
    },
  },
  {
    visibility: 'team',
    persona: 'per_enthusiast',
    de: {
      title: 'Erstgespräch auf der Messe',
      fields: { ziel: 'Budget und Entscheidungsweg klären', dauer_minuten: 15 },
    },
    en: {
      title: 'First talk at the trade fair',
      fields: { goal: 'Learn about budget and who decides', minutes: 15 },
    },
  },
  {
    visibility: 'team',
    persona: 'per_friendly',
    de: {
      title: 'Wartungsvertrag für Bestandskunden',
      fields: {
        ausgangslage: 'Seit drei Jahren Kunde, Wartung nur auf Zuruf.',
        ziel: 'Jahresvertrag',
      },
    },
    en: {
      title: 'Service contract for an existing customer',
      fields: {
        situation: 'A customer for three years, with service on call only.',
        goal: 'A yearly contract',
      },
    },
  },
  {
    visibility: 'team',
    persona: 'per_gatekeeper',
    de: {
      title: 'Kaltakquise: an der Zentrale vorbei',
      fields: [
        { frage: 'Worum geht es?', antwort: 'Um die Ausfallzeiten in der Abfüllung.' },
        { frage: 'Schicken Sie Unterlagen.', antwort: 'Gern. Wer beurteilt sie bei Ihnen?' },
      ],
    },
    en: {
      title: 'Cold call: past the switchboard',
      fields: [
        { question: 'What is it about?', answer: 'The downtime of your filling line.' },
        { question: 'Send us something.', answer: 'Gladly. Who will look at it?' },
      ],
    },
  },
  {
    visibility: 'team',
    persona: null,
    de: { title: 'Quartalsgespräch mit einem englischsprachigen Kunden' },
    en: { title: 'Quarterly review with a German-speaking customer' },
  },
  {
    visibility: 'private',
    persona: 'per_dominant',
    de: {
      title: 'Meine Vorbereitung auf das Jahresgespräch',
      fields: { ziel: 'Ruhig bleiben, wenn der Preis infrage gestellt wird' },
    },
    en: {
      title: 'My preparation for the annual review',
      fields: { goal: 'Stay calm when the price is questioned' },
    },
  },
  {
    visibility: 'private',
    persona: null,
    de: { title: 'Wiedervorlage: Absage vom Frühjahr' },
    en: { title: 'To follow up: the refusal in spring' },
  },
  {
    visibility: 'private',
    persona: 'per_sceptic',
    de: {
      title: 'Übung: Pausen aushalten',
      fields: { hinweis: 'Nach dem Preis nichts mehr sagen.' },
    },
    en: {
      title: 'Exercise: bear the silence',
      fields: { hint: 'Say nothing after naming the price.' },
    },
  },
];

export function caseRows(
  { tenantId, lang, ownerMemberId, members }: DemoTeam,
  random: Random,
  now: Date,
): Prisma.TeamCaseCreateManyInput[] {
  const authors = members.filter(({ status }) => status === 'active');
  return cases.map((item, index) => {
    const { title, fields } = item[lang];
    const createdAt = atWork(now, 320 - index * 27 + random.whole(0, 20));
    return {
      tenant_id: tenantId,
      id: newId('cas', createdAt),
      // Only its member sees a private case. The visitor of the demo signs in as the owner.
      member_id:
        item.visibility === 'private'
          ? ownerMemberId
          : (authors[index % authors.length]?.memberId ?? ownerMemberId),
      visibility: item.visibility,
      title,
      persona_id: item.persona,
      ...(fields ? { fields } : {}),
      ...(item.externalRef ? { external_ref: item.externalRef } : {}),
      created_at: createdAt,
      updated_at: createdAt,
    };
  });
}
