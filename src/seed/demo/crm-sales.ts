import type { DealField, Pipeline } from '../../crm/connector.ts';
import { INDUSTRY_FIELD } from '../../crm/demo/connector.ts';
import { DEFAULT_LANGUAGE, type InEach, type Language } from '../../shared/language/language.ts';
import { table } from './table.ts';

/** The connection that the demo team has from the beginning. The id of its account is the same. */
export const DEMO_CONNECTION = 'con_demo';

/** As in real CRMs, the stage of a deal says whether it is won or lost. */
const stages = table(
  ['pipeline', 'id', 'de', 'en', 'probability'],
  `
neugeschaeft   | qualifiziert | Qualifiziert       | Qualified         | 15
neugeschaeft   | bedarf       | Bedarf geklärt     | Need understood   | 35
neugeschaeft   | angebot      | Angebot            | Offer             | 55
neugeschaeft   | verhandlung  | Verhandlung        | Negotiation       | 80
neugeschaeft   | gewonnen     | Gewonnen           | Won               | 100
neugeschaeft   | verloren     | Verloren           | Lost              | 0
bestandskunden | termin       | Termin vereinbart  | Appointment made  | 40
bestandskunden | vertrag      | Vertrag liegt vor  | Contract received | 70
bestandskunden | verlaengert  | Verlängert         | Renewed           | 100
bestandskunden | beendet      | Beendet            | Ended             | 0
`,
);
const pipelineNames: InEach<Record<string, string>> = {
  de: { neugeschaeft: 'Neugeschäft', bestandskunden: 'Bestandskunden' },
  en: { neugeschaeft: 'New business', bestandskunden: 'Existing customers' },
};

export type Outcome = 'open' | 'won' | 'lost';
export type DemoStage = Pipeline['stages'][number] & { probability: number };

export function outcomeOf({ probability }: { probability: number | null }): Outcome {
  if (probability === 100) return 'won';
  return probability === 0 ? 'lost' : 'open';
}

export function stagesOf(pipelineId: string, language = DEFAULT_LANGUAGE): DemoStage[] {
  return stages
    .filter(({ pipeline }) => pipeline === pipelineId)
    .map(({ id, probability, ...names }) => {
      return { id, name: names[language], probability: Number(probability) };
    });
}

export function stageOf(deal: { pipeline_id: string; stage_id: string }): DemoStage | undefined {
  return stagesOf(deal.pipeline_id).find(({ id }) => id === deal.stage_id);
}

/** The pipelines as a program reads them. */
export function pipelinesIn(language: Language): (Pipeline & { stages: DemoStage[] })[] {
  return Object.entries(pipelineNames[language]).map(([id, name]) => {
    return { id, name, stages: stagesOf(id, language) };
  });
}

const industryRows = table(
  ['id', 'de', 'en'],
  `
ind_machinery    | Maschinenbau     | Machinery
ind_software     | Software         | Software
ind_insurance    | Versicherung     | Insurance
ind_healthcare   | Gesundheitswesen | Healthcare
ind_construction | Bau              | Construction
ind_logistics    | Logistik         | Logistics
ind_retail       | Handel           | Retail
ind_energy       | Energie          | Energy
`,
);
const industriesIn = (language: Language) =>
  Object.fromEntries(industryRows.map((row) => [row[language], row.id]));

/** The CRM's names of the catalog's industries. */
export const industries = { de: industriesIn('de'), en: industriesIn('en') };

export function industryValueOf(industryId: string | null, language: Language): string | null {
  return industryRows.find(({ id }) => id === industryId)?.[language] ?? null;
}

export const crmNames: InEach<string> = { de: 'Demo-CRM', en: 'Demo CRM' };
export const practiceNames: InEach<string> = { de: 'Übungs-CRM', en: 'Practice CRM' };

const option = (value: string) => ({ value, name: value });

const LOST_REASON_FIELD = 'verlustgrund';

/** The fields of deals that a setting can name. */
export function fieldsIn(language: Language): DealField[] {
  const industryNames = Object.keys(industries[language]);
  const names = language === 'de' ? ['Branche', 'Verlustgrund'] : ['Industry', 'Lost reason'];
  const [industry = '', lostReason = ''] = names;
  return [
    { id: INDUSTRY_FIELD, name: industry, options: industryNames.map(option) },
    { id: LOST_REASON_FIELD, name: lostReason, options: [] },
  ];
}
