import type { FakeNote } from './fake-pipedrive.ts';

const CUSTOM = 'd4de1c1518b4531717c676029a45911c34039';
export const pipedriveFields = {
  industry: `${CUSTOM}0a1`,
  objections: `${CUSTOM}0a2`,
  reason: `${CUSTOM}0a3`,
};

export const customFields = (): Record<string, unknown>[] => [
  fieldOf(pipedriveFields.industry, 'Branche', 'enum', ['Handel', 'Industrie', 'IT']),
  fieldOf(pipedriveFields.objections, 'Einwände', 'set', ['Zu teuer', 'Kein Bedarf']),
  fieldOf(pipedriveFields.reason, 'Grund', 'varchar', []),
  { ...fieldOf('title', 'Title', 'varchar', []), is_custom_field: false },
];

/** v1 writes times without an offset, in UTC. */
export function noteJson(note: FakeNote) {
  const time = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
  return {
    id: Number(note.id),
    active_flag: true,
    content: note.content,
    deal_id: note.dealId,
    add_time: time(note.addedAt),
    update_time: time(note.changedAt),
    ...note.broken,
  };
}

function fieldOf(code: string, name: string, type: string, labels: string[]) {
  return {
    field_code: code,
    field_name: name,
    field_type: type,
    is_custom_field: true,
    options: labels.length > 0 ? labels.map((label, index) => ({ id: 20 + index, label })) : null,
  };
}

export const pipelineOf = (id: number, name: string, isEnabled: boolean) => ({
  id,
  name,
  is_deleted: false,
  is_deal_probability_enabled: isEnabled,
});

export const stageOf = (id: number, pipeline: number, probability: number) => ({
  id,
  name: `Stufe ${id}`,
  pipeline_id: pipeline,
  is_deleted: false,
  deal_probability: probability,
});
