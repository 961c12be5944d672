/** What an objection can be about, in the order in which pages show it. Readers must accept new categories (D172). */
export const objectionCategories = [
  'price',
  'budget',
  'timing',
  'authority',
  'need',
  'competitor',
  'trust',
  'product_fit',
  'contract_legal',
  'status_quo',
  'other',
] as const;
export type ObjectionCategory = (typeof objectionCategories)[number];

/** The name of a category, and a text for people that says which objections belong to it. */
type CategoryText = { name: string; about: string };

export const objectionCategoryTexts: Record<
  ObjectionCategory,
  { de: CategoryText; en: CategoryText }
> = {
  price: {
    de: { name: 'Preis', about: 'Das Angebot ist zu teuer, oder ein anderes ist günstiger.' },
    en: { name: 'Price', about: 'The offer is too expensive, or another one is cheaper.' },
  },
  budget: {
    de: { name: 'Budget', about: 'Das Geld ist nicht da, nicht freigegeben oder schon verplant.' },
    en: { name: 'Budget', about: 'The money is not there, not approved or already spent.' },
  },
  timing: {
    de: { name: 'Zeitpunkt', about: 'Jetzt nicht: verschoben, keine Zeit, andere Prioritäten.' },
    en: { name: 'Timing', about: 'Not now: postponed, no time, other priorities.' },
  },
  authority: {
    de: { name: 'Entscheidungsbefugnis', about: 'Jemand anderes entscheidet oder muss zustimmen.' },
    en: { name: 'Authority', about: 'Somebody else decides or has to agree.' },
  },
  need: {
    de: { name: 'Bedarf', about: 'Der Kunde sieht keinen Bedarf oder keinen Nutzen.' },
    en: { name: 'Need', about: 'The customer sees no need or no benefit.' },
  },
  competitor: {
    de: { name: 'Wettbewerb', about: 'Der Kunde zieht einen anderen Anbieter vor.' },
    en: { name: 'Competition', about: 'The customer prefers another vendor.' },
  },
  trust: {
    de: {
      name: 'Vertrauen',
      about: 'Zweifel am Anbieter: schlechte Erfahrungen, fehlende Referenzen, Risiko.',
    },
    en: {
      name: 'Trust',
      about: 'Doubts about the vendor: bad experiences, missing references, risk.',
    },
  },
  product_fit: {
    de: {
      name: 'Produkt passt nicht',
      about: 'Eine Funktion fehlt, oder das Produkt ist zu kompliziert.',
    },
    en: { name: 'Product fit', about: 'A feature is missing, or the product is too complicated.' },
  },
  contract_legal: {
    de: { name: 'Vertrag und Recht', about: 'Laufzeit, Klauseln, Haftung, Datenschutz.' },
    en: { name: 'Contract and legal', about: 'Terms, clauses, liability, data protection.' },
  },
  status_quo: {
    de: {
      name: 'Bestehende Lösung',
      about: 'Der Kunde bleibt bei dem, was er hat, oder scheut die Umstellung.',
    },
    en: {
      name: 'Existing solution',
      about: 'The customer stays with what is there, or shies away from the change.',
    },
  },
  other: {
    de: { name: 'Sonstiges', about: 'Ein Verlustgrund, der zu keiner anderen Kategorie passt.' },
    en: { name: 'Other', about: 'A reason for a loss that fits no other category.' },
  },
};
