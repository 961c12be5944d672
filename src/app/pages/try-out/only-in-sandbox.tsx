import type { ReactNode } from 'react';
import { isSandbox } from '../../session/rights.ts';
import { useTeam } from '../../session/session.ts';
import { useTexts } from '../../text/language.ts';
import { Empty } from '../../ui/empty.tsx';
import { late } from '../../ui/late.tsx';
import { tryTexts } from './texts.ts';

const EnterSandbox = late(() =>
  import('../../team/enter-sandbox.tsx').then((part) => part.EnterSandbox),
);

/** People may open the address of the page elsewhere, or switch the team in another window. */
export function OnlyInSandbox({ children }: { children: ReactNode }) {
  const t = useTexts(tryTexts);
  const team = useTeam();
  if (!team) return null;
  if (isSandbox(team)) return children;
  return (
    <Empty action={<EnterSandbox />} icon="flask" title={t.notASandbox}>
      {t.notASandboxMore}
    </Empty>
  );
}
