import { useEntryName } from './entry-names.ts';

type Chosen = {
  situation_id: string | null;
  personality_id: string | null;
  industry_id: string | null;
};

/** Situation, personality and industry in one line. */
export function Combination({
  choice: { situation_id, personality_id, industry_id },
}: {
  choice: Chosen;
}) {
  const nameOf = useEntryName();
  const parts = [situation_id, personality_id, industry_id].filter((id) => id !== null);
  return parts.length === 0 ? '–' : parts.map(nameOf).join(' · ');
}
