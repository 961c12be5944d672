import type { Prisma } from '../../db/generated/client.ts';
import { newId } from '../../db/ids.ts';
import { atWork } from './calendar.ts';
import type { Random } from './random.ts';
import type { DemoTeam } from './team.ts';

type Case = {
  title: string;
  visibility: 'team' | 'private';
  persona: string | null;
  fields?: Prisma.InputJsonObject | Prisma.InputJsonArray;
  externalRef?: Prisma.InputJsonObject;
};

const cases: readonly Case[] = [
  {
    title: 'Verpackungslinie: Wechsel vom bisherigen Lieferanten',
    visibility: 'team',
    persona: 'per_sceptic',
    fields: {
      ausgangslage: 'Der Vertrag läuft in vier Monaten aus, zwei Ausfälle im letzten Quartal.',
      ziel: 'Termin mit der Produktionsleitung',
      einwaende: ['Umstellung zu aufwendig', 'Preis liegt über dem Angebot des Wettbewerbs'],
    },
    externalRef: { system: 'crm', deal: 'D-1003' },
  },
  {
    title: 'Lagersoftware für drei Standorte',
    visibility: 'team',
    persona: 'per_analyst',
    fields: {
      ausgangslage: 'Bestände werden in Tabellen geführt, die Inventur dauert vier Tage.',
      ziel: 'Zustimmung zu einem Pilotstandort',
      einwaende: ['Die IT hat bis Jahresende keine Kapazität'],
    },
    externalRef: { system: 'crm', deal: 'D-1011' },
  },
  {
    title: 'Rahmenvertrag: Verhandlung mit dem Einkauf',
    visibility: 'team',
    persona: 'per_price_focused',
    fields: {
      ausgangslage: 'Drei Angebote liegen vor.',
      spielraum_prozent: 6,
      laufzeit_monate: 36,
    },
  },
  {
    title: 'Reklamation nach verspäteter Lieferung',
    visibility: 'team',
    persona: 'per_hurried',
    fields: {
      ausgangslage: 'Fünf Tage Verzug, die Baustelle stand.',
      ziel: 'Vertrauen zurückgewinnen',
    },
  },
  {
    title: 'Erstgespräch auf der Messe',
    visibility: 'team',
    persona: 'per_enthusiast',
    fields: { ziel: 'Budget und Entscheidungsweg klären', dauer_minuten: 15 },
  },
  {
    title: 'Wartungsvertrag für Bestandskunden',
    visibility: 'team',
    persona: 'per_friendly',
    fields: {
      ausgangslage: 'Seit drei Jahren Kunde, Wartung nur auf Zuruf.',
      ziel: 'Jahresvertrag',
    },
  },
  {
    title: 'Kaltakquise: an der Zentrale vorbei',
    visibility: 'team',
    persona: 'per_gatekeeper',
    fields: [
      { frage: 'Worum geht es?', antwort: 'Um die Ausfallzeiten in der Abfüllung.' },
      { frage: 'Schicken Sie Unterlagen.', antwort: 'Gern. Wer beurteilt sie bei Ihnen?' },
    ],
  },
  {
    title: 'Quarterly review with an English-speaking customer',
    visibility: 'team',
    persona: null,
  },
  {
    title: 'Meine Vorbereitung auf das Jahresgespräch',
    visibility: 'private',
    persona: 'per_dominant',
    fields: { ziel: 'Ruhig bleiben, wenn der Preis infrage gestellt wird' },
  },
  {
    title: 'Wiedervorlage: Absage vom Frühjahr',
    visibility: 'private',
    persona: null,
  },
  {
    title: 'Übung: Pausen aushalten',
    visibility: 'private',
    persona: 'per_sceptic',
    fields: { hinweis: 'Nach dem Preis nichts mehr sagen.' },
  },
];

export function caseRows(
  { tenantId, ownerMemberId, members }: DemoTeam,
  random: Random,
  now: Date,
): Prisma.TeamCaseCreateManyInput[] {
  const authors = members.filter(({ status }) => status === 'active');
  return cases.map((item, index) => {
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
      title: item.title,
      persona_id: item.persona,
      ...(item.fields ? { fields: item.fields } : {}),
      ...(item.externalRef ? { external_ref: item.externalRef } : {}),
      created_at: createdAt,
      updated_at: createdAt,
    };
  });
}
