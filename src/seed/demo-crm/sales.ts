import type { DealField, Pipeline } from '../../crm/connector.ts';
import { INDUSTRY_FIELD } from '../../crm/demo/connector.ts';

/** The connection that the demo team has from the beginning. The id of its account is the same. */
export const DEMO_CONNECTION = 'con_demo';

/** As in real CRMs, the stage of a deal says whether it is won or lost. */
export const pipelines = [
  {
    id: 'neugeschaeft',
    name: 'Neugeschäft',
    stages: [
      { id: 'qualifiziert', name: 'Qualifiziert', probability: 15 },
      { id: 'bedarf', name: 'Bedarf geklärt', probability: 35 },
      { id: 'angebot', name: 'Angebot', probability: 55 },
      { id: 'verhandlung', name: 'Verhandlung', probability: 80 },
      { id: 'gewonnen', name: 'Gewonnen', probability: 100 },
      { id: 'verloren', name: 'Verloren', probability: 0 },
    ],
  },
  {
    id: 'bestandskunden',
    name: 'Bestandskunden',
    stages: [
      { id: 'termin', name: 'Termin vereinbart', probability: 40 },
      { id: 'vertrag', name: 'Vertrag liegt vor', probability: 70 },
      { id: 'verlaengert', name: 'Verlängert', probability: 100 },
      { id: 'beendet', name: 'Beendet', probability: 0 },
    ],
  },
] as const satisfies Pipeline[];

export type PipelineId = (typeof pipelines)[number]['id'];
export type Outcome = 'open' | 'won' | 'lost';
export type DemoStage = { id: string; name: string; probability: number };

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

/** The CRM's names of the catalog's industries. */
export const industries: Readonly<Record<string, string>> = {
  Maschinenbau: 'ind_machinery',
  Software: 'ind_software',
  Versicherung: 'ind_insurance',
  Gesundheitswesen: 'ind_healthcare',
  Bau: 'ind_construction',
  Logistik: 'ind_logistics',
  Handel: 'ind_retail',
  Energie: 'ind_energy',
};

export function industryValueOf(industryId: string | null): string | null {
  return Object.entries(industries).find(([, id]) => id === industryId)?.[0] ?? null;
}

const option = (value: string) => ({ value, name: value });

const LOST_REASON_FIELD = 'verlustgrund';

/** The fields of deals that a setting can name. */
export const fields: DealField[] = [
  { id: INDUSTRY_FIELD, name: 'Branche', options: Object.keys(industries).map(option) },
  { id: LOST_REASON_FIELD, name: 'Verlustgrund', options: [] },
];
