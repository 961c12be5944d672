import { type InEach, type Language, nextLanguage } from '../../shared/language.ts';

/** A deal without a pipeline is new business. */
export const dealTitles: readonly [
  titles: InEach<string>,
  industryId: string | null,
  pipeline?: 'bestandskunden',
][] = [
  [{ de: 'Verpackungslinie Werk 2', en: 'Packaging line, plant 2' }, 'ind_machinery'],
  [
    { de: 'Ersatzteilvertrag 24 Monate', en: 'Spare parts contract, 24 months' },
    'ind_machinery',
    'bestandskunden',
  ],
  [{ de: 'Umstellung der Palettierung', en: 'Changeover of palletising' }, 'ind_machinery'],
  [{ de: 'Wechsel des Lieferanten für Folien', en: 'Change of film supplier' }, 'ind_machinery'],
  [
    { de: 'Ticketsystem für den Kundendienst', en: 'Ticket system for customer service' },
    'ind_software',
  ],
  [{ de: 'Schnittstelle zur Buchhaltung', en: 'Interface to accounting' }, 'ind_software'],
  [
    { de: 'Lizenzerweiterung auf 120 Plätze', en: 'Licence extension to 120 seats' },
    'ind_software',
    'bestandskunden',
  ],
  [{ de: 'Gruppenvertrag Unfallschutz', en: 'Group accident cover' }, 'ind_insurance'],
  [{ de: 'Flottenversicherung 60 Fahrzeuge', en: 'Fleet insurance, 60 vehicles' }, 'ind_insurance'],
  [
    { de: 'Medikamentenschränke für zwei Stationen', en: 'Medicine cabinets for two wards' },
    'ind_healthcare',
  ],
  [{ de: 'Dienstplanung für eine Klinik', en: 'Shift planning for a clinic' }, 'ind_healthcare'],
  [
    { de: 'Lagersoftware für drei Standorte', en: 'Warehouse software for three sites' },
    'ind_logistics',
  ],
  [{ de: 'Gerüstbau: Rahmenvertrag', en: 'Scaffolding: framework agreement' }, 'ind_construction'],
  [{ de: 'Baustellenlogistik Nord', en: 'Site logistics, north' }, 'ind_construction'],
  [{ de: 'Telematik für den Fuhrpark', en: 'Telematics for the fleet' }, 'ind_logistics'],
  [{ de: 'Umschlag am Wochenende', en: 'Weekend transhipment' }, 'ind_logistics'],
  [{ de: 'Kassensysteme für neun Filialen', en: 'Tills for nine branches' }, 'ind_software'],
  [{ de: 'Ladepunkte auf dem Betriebshof', en: 'Charging points in the depot' }, 'ind_energy'],
  [{ de: 'Fernauslese von Zählern', en: 'Remote meter reading' }, 'ind_energy'],
  [{ de: 'Schulung der Verkaufsberatung', en: 'Training for sales advisers' }, 'ind_insurance'],
  [
    { de: 'Servicevertrag für Packzellen', en: 'Service contract for packaging cells' },
    'ind_machinery',
    'bestandskunden',
  ],
  [
    { de: 'Wartung der Kälteanlagen', en: 'Maintenance of cooling units' },
    'ind_machinery',
    'bestandskunden',
  ],
  [{ de: 'Portal für Handwerksbetriebe', en: 'Portal for trade businesses' }, 'ind_construction'],
  [{ de: 'Pilotstandort Lagersoftware', en: 'Pilot site for warehouse software' }, 'ind_logistics'],
  [{ de: 'Datenanbindung der Werkstatt', en: 'Data link to the workshop' }, 'ind_software'],
  [{ de: 'Rahmenvertrag Arbeitsschutz', en: 'Framework agreement on safety at work' }, null],
  [
    { de: 'Erweiterung der Dienstplanung', en: 'Extension of shift planning' },
    'ind_healthcare',
    'bestandskunden',
  ],
  [
    { de: 'Verlängerung der Telematik', en: 'Renewal of the telematics subscription' },
    'ind_logistics',
    'bestandskunden',
  ],
];

export const lostReasons: InEach<readonly [string, ...string[]]> = {
  de: ['Preis', 'Wettbewerb war schneller', 'Projekt verschoben', 'Keine Entscheidung getroffen'],
  en: ['Price', 'A competitor was faster', 'Project postponed', 'No decision was made'],
};

/** What a synchronization finds in the reasons above, in their order. */
export const reasonCategories = ['price', 'competitor', 'timing', 'status_quo'] as const;

/** In both languages, because notes of one team may be in either. Every third one is in the other language. */
export const objections: readonly [category: string, texts: InEach<string>][] = [
  [
    'budget',
    { de: 'Das liegt deutlich über unserem Budget.', en: 'That is well above our budget.' },
  ],
  [
    'price',
    {
      de: 'Ihr Mitbewerber ist zwölf Prozent günstiger.',
      en: 'Your competitor is twelve percent cheaper.',
    },
  ],
  [
    'price',
    {
      de: 'Für das Geld bekommen wir das intern hin.',
      en: 'That is too much money for what it does.',
    },
  ],
  [
    'price',
    {
      de: 'Ohne Nachlass brauchen wir nicht weiterzureden.',
      en: 'Without a discount there is no point in talking.',
    },
  ],
  [
    'timing',
    {
      de: 'Vor dem Jahresabschluss fangen wir nichts Neues an.',
      en: 'We start nothing new before the annual accounts.',
    },
  ],
  [
    'timing',
    {
      de: 'Melden Sie sich im Herbst noch einmal.',
      en: 'We cannot look at this before the autumn.',
    },
  ],
  [
    'timing',
    {
      de: 'Die IT hat erst im zweiten Quartal wieder Luft.',
      en: 'IT has no capacity before the second quarter.',
    },
  ],
  [
    'trust',
    {
      de: 'Mit einer Umstellung haben wir schlechte Erfahrungen gemacht.',
      en: 'We have had bad experiences with a changeover.',
    },
  ],
  [
    'trust',
    {
      de: 'Haben Sie das in unserer Branche schon einmal gemacht?',
      en: 'Have you ever done this in our industry?',
    },
  ],
  [
    'trust',
    {
      de: 'Was passiert, wenn Sie in drei Jahren nicht mehr da sind?',
      en: 'What happens if you are gone in three years?',
    },
  ],
  [
    'authority',
    { de: 'Das entscheidet bei uns der Einkauf.', en: 'Purchasing decides that here.' },
  ],
  [
    'authority',
    {
      de: 'Da muss ich erst die Geschäftsführung überzeugen.',
      en: 'I have to convince the management first.',
    },
  ],
  [
    'status_quo',
    { de: 'Wir sind mit unserem Lieferanten zufrieden.', en: 'We are happy with our supplier.' },
  ],
  [
    'need',
    {
      de: 'Das Problem haben wir gar nicht so oft.',
      en: 'We do not really need this.',
    },
  ],
  [
    'competitor',
    {
      de: 'Wir haben schon ein Angebot, das alles abdeckt.',
      en: 'We already have an offer that covers everything.',
    },
  ],
  [
    'status_quo',
    {
      de: 'Die Einführung bindet zu viele Leute.',
      en: 'The changeover is too much effort.',
    },
  ],
  [
    'price',
    {
      de: 'Das ist doppelt so teuer wie erwartet.',
      en: 'We were expecting something around half of that.',
    },
  ],
  [
    'price',
    {
      de: 'Das ist uns mit der Schulung zu teuer.',
      en: 'Your competitor throws the training in for free.',
    },
  ],
  [
    'timing',
    {
      de: 'Vor dem Audit unterschreiben wir nichts.',
      en: 'Nothing new gets signed before the audit.',
    },
  ],
  [
    'trust',
    {
      de: 'Wer garantiert uns, dass Sie nächstes Jahr noch da sind?',
      en: 'How do we know the support will still answer next year?',
    },
  ],
  [
    'authority',
    {
      de: 'Das entscheidet bei uns die Zentrale.',
      en: 'Head office picks the suppliers, not me.',
    },
  ],
  [
    'status_quo',
    {
      de: 'Excel reicht uns.',
      en: 'Spreadsheets have worked for us so far.',
    },
  ],
  [
    'status_quo',
    {
      de: 'Die Umstellung ist uns zu aufwendig.',
      en: 'We cannot stop the line for two days.',
    },
  ],
  [
    'competitor',
    {
      de: 'Wir arbeiten schon mit einem anderen Anbieter zusammen.',
      en: 'We already have a framework agreement with someone else.',
    },
  ],
];

type Objection = { lang: Language; category: string; text: string };

export function objectionsIn(lang: Language): Objection[] {
  return objections.map(([category, texts], n) => {
    const written = n % 3 === 2 ? nextLanguage(lang) : lang;
    return { lang: written, category, text: texts[written] };
  });
}
