import type { CatalogDimension } from './catalog-dimensions.ts';

type Entry = { id: string; dimension: CatalogDimension; de: string; en: string; icon: string };
type Rule = {
  id: string;
  situation_id?: string;
  personality_id?: string;
  industry_id?: string;
  dimension: CatalogDimension;
};

const named = (
  dimension: CatalogDimension,
  rows: [id: string, de: string, en: string, icon: string][],
) => rows.map(([id, de, en, icon]): Entry => ({ id, dimension, de, en, icon }));

/**
 * The product's catalog, the same for all teams. Ids never change. An entry is archived and never
 * removed.
 */
export const globalCatalog: readonly Entry[] = [
  ...named('situation', [
    ['sit_cold_call', 'Kaltakquise am Telefon', 'Cold call', 'phone'],
    ['sit_discovery', 'Bedarfsanalyse', 'Discovery meeting', 'search'],
    ['sit_product_demo', 'Produktvorführung', 'Product demonstration', 'presentation'],
    ['sit_objections', 'Einwandbehandlung', 'Handling objections', 'shield'],
    ['sit_price_talk', 'Preisverhandlung', 'Price negotiation', 'coins'],
    ['sit_closing', 'Abschlussgespräch', 'Closing meeting', 'handshake'],
    ['sit_complaint', 'Reklamationsgespräch', 'Complaint', 'life-buoy'],
    ['sit_upsell', 'Ausbau bei Bestandskunden', 'Expanding an account', 'trending-up'],
  ]),
  ...named('personality', [
    ['per_analyst', 'Analytisch und genau', 'Analytical and precise', 'chart'],
    ['per_sceptic', 'Skeptisch', 'Sceptical', 'help-circle'],
    ['per_hurried', 'Unter Zeitdruck', 'Short of time', 'clock'],
    ['per_dominant', 'Dominant und fordernd', 'Dominant and demanding', 'zap'],
    ['per_friendly', 'Freundlich, aber unverbindlich', 'Friendly, never committing', 'smile'],
    ['per_price_focused', 'Preisfixiert', 'Focused on price', 'percent'],
    ['per_enthusiast', 'Begeistert, ohne Budget', 'Enthusiastic, without a budget', 'star'],
    ['per_gatekeeper', 'Abschirmende Assistenz', 'Protective assistant', 'lock'],
  ]),
  ...named('industry', [
    ['ind_machinery', 'Maschinenbau', 'Mechanical engineering', 'cog'],
    ['ind_software', 'Software', 'Software', 'code'],
    ['ind_insurance', 'Versicherung', 'Insurance', 'umbrella'],
    ['ind_healthcare', 'Gesundheitswesen', 'Healthcare', 'heart'],
    ['ind_construction', 'Baugewerbe', 'Construction', 'hammer'],
    ['ind_logistics', 'Logistik', 'Logistics', 'truck'],
    ['ind_retail', 'Handel', 'Retail', 'shopping-bag'],
    ['ind_energy', 'Energieversorgung', 'Energy supply', 'plug'],
  ]),
  ...named('role', [
    ['rol_managing_director', 'Geschäftsführung', 'Managing director', 'briefcase'],
    ['rol_purchasing', 'Einkauf', 'Purchasing', 'shopping-cart'],
    ['rol_it_lead', 'IT-Leitung', 'Head of IT', 'server'],
    ['rol_department_head', 'Fachbereichsleitung', 'Head of department', 'users'],
    ['rol_finance', 'Finanzleitung', 'Head of finance', 'calculator'],
    ['rol_user', 'Anwendung', 'End user', 'user'],
  ]),
  ...named('methodology', [
    ['met_spin', 'SPIN Selling', 'SPIN selling', 'rotate-cw'],
    ['met_challenger', 'Challenger Sale', 'The Challenger Sale', 'flag'],
    ['met_meddic', 'MEDDIC', 'MEDDIC', 'list-checks'],
    ['met_harvard', 'Harvard-Konzept', 'Principled negotiation', 'scale'],
    ['met_solution', 'Lösungsverkauf', 'Solution selling', 'puzzle'],
  ]),
];

/** Combinations that make no sense: an assistant does not sign, and households must not be cold-called. */
export const globalRules: readonly Rule[] = [
  {
    id: 'rul_gatekeeper_closing',
    situation_id: 'sit_closing',
    personality_id: 'per_gatekeeper',
    dimension: 'personality',
  },
  {
    id: 'rul_gatekeeper_price',
    situation_id: 'sit_price_talk',
    personality_id: 'per_gatekeeper',
    dimension: 'personality',
  },
  {
    id: 'rul_cold_call_energy',
    situation_id: 'sit_cold_call',
    industry_id: 'ind_energy',
    dimension: 'industry',
  },
];
