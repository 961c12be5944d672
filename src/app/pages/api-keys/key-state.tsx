import type { ListedKey } from '../../../features/api-keys/api-keys.schema.ts';
import { useTexts } from '../../text/language.ts';
import { Badge } from '../../ui/badge.tsx';
import { keyTexts } from './texts.ts';

const tones = {
  active: 'plain',
  expiring: 'warn',
  in_grace: 'warn',
  expired: 'plain',
  revoked: 'plain',
} as const;

export function KeyState({ apiKey: { state } }: { apiKey: Pick<ListedKey, 'state'> }) {
  const t = useTexts(keyTexts);
  return <Badge tone={tones[state]}>{t.states[state]}</Badge>;
}
