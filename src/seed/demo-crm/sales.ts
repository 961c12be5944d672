import type { DealField, Pipeline } from '../../crm/connector.ts';
import { INDUSTRY_FIELD } from '../../crm/demo/connector.ts';
import type { InEach, Language } from '../../shared/language.ts';

/** The connection that the demo team has from the beginning. The id of its account is the same. */
export const DEMO_CONNECTION = 'con_demo';

/** As in real CRMs, the stage of a deal says whether it is won or lost. */
export const pipelines = [
  {
    id: 'neugeschaeft',
    name: { de: 'Neugeschäft', en: 'New business' },
    stages: [
      { id: 'qualifiziert', name: { de: 'Qualifiziert', en: 'Qualified' }, probability: 15 },
      { id: 'bedarf', name: { de: 'Bedarf geklärt', en: 'Need understood' }, probability: 35 },
      { id: 'angebot', name: { de: 'Angebot', en: 'Offer' }, probability: 55 },
      { id: 'verhandlung', name: { de: 'Verhandlung', en: 'Negotiation' }, probability: 80 },
      { id: 'gewonnen', name: { de: 'Gewonnen', en: 'Won' }, probability: 100 },
      { id: 'verloren', name: { de: 'Verloren', en: 'Lost' }, probability: 0 },
    ],
  },
  {
    id: 'bestandskunden',
    name: { de: 'Bestandskunden', en: 'Existing customers' },
    stages: [
      { id: 'termin', name: { de: 'Termin vereinbart', en: 'Appointment made' }, probability: 40 },
      {
        id: 'vertrag',
        name: { de: 'Vertrag liegt vor', en: 'Contract received' },
        probability: 70,
      },
      { id: 'verlaengert', name: { de: 'Verlängert', en: 'Renewed' }, probability: 100 },
      { id: 'beendet', name: { de: 'Beendet', en: 'Ended' }, probability: 0 },
    ],
  },
] as const satisfies { id: string; name: InEach<string>; stages: DemoStage[] }[];

export type PipelineId = (typeof pipelines)[number]['id'];
export type Outcome = 'open' | 'won' | 'lost';
export type DemoStage = { id: string; name: InEach<string>; probability: number };

export function outcomeOf({ probability }: Pick<DemoStage, 'probability'>): Outcome {
  if (probability === 100) return 'won';
  return probability === 0 ? 'lost' : 'open';
}

export function stagesOf(pipelineId: string): readonly DemoStage[] {
  return pipelines.find(({ id }) => id === pipelineId)?.stages ?? [];
}

export function stageOf(deal: { pipeline_id: string; stage_id: string }): DemoStage | undefined {
  return stagesOf(deal.pipeline_id).find(({ id }) => id === deal.stage_id);
}

/** The pipelines as a program reads them. */
export function pipelinesIn(language: Language): Pipeline[] {
  return pipelines.map(({ id, name, stages }) => ({
    id,
    name: name[language],
    stages: stages.map((stage) => ({ ...stage, name: stage.name[language] })),
  }));
}

/** The CRM's names of the catalog's industries. */
export const industries: InEach<Readonly<Record<string, string>>> = {
  de: {
    Maschinenbau: 'ind_machinery',
    Software: 'ind_software',
    Versicherung: 'ind_insurance',
    Gesundheitswesen: 'ind_healthcare',
    Bau: 'ind_construction',
    Logistik: 'ind_logistics',
    Handel: 'ind_retail',
    Energie: 'ind_energy',
  },
  en: {
    Machinery: 'ind_machinery',
    Software: 'ind_software',
    Insurance: 'ind_insurance',
    Healthcare: 'ind_healthcare',
    Construction: 'ind_construction',
    Logistics: 'ind_logistics',
    Retail: 'ind_retail',
    Energy: 'ind_energy',
  },
};

export function industryValueOf(industryId: string | null, language: Language): string | null {
  return Object.entries(industries[language]).find(([, id]) => id === industryId)?.[0] ?? null;
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
