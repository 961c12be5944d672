import { useState } from 'react';
import type { SandboxList } from '../../features/sandboxes/sandboxes.schema.ts';
import { OwnerName } from '../screens/owner-name.tsx';
import { useMay } from '../session/session.ts';
import { switchTeam } from '../session/sign-out.ts';
import { useTexts } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import { late } from '../ui/late.tsx';
import { NotLoaded } from '../ui/not-loaded.tsx';
import { State } from '../ui/state.tsx';
import { teamTexts } from './texts.ts';
import { useSandboxes } from './use-sandboxes.ts';

const CreateSandboxDialog = late(() =>
  import('./create-sandbox-dialog.tsx').then((part) => part.CreateSandboxDialog),
);

/** For those who cannot make the first sandbox. */
export function AskOwner() {
  const t = useTexts(teamTexts).sandbox;
  return (
    <div className="grid gap-1 text-sm text-soft">
      <p>{t.askOwner}</p>
      <OwnerName />
    </div>
  );
}

/** The ways into a sandbox, outside of one: open one that exists, or make one. */
export function EnterSandbox() {
  const t = useTexts(teamTexts).sandbox;
  const mayMake = useMay('make_sandboxes');
  const [isNaming, setIsNaming] = useState(false);
  const read = useSandboxes();
  const { data: list } = read;
  if (!list) return <NotLoaded read={read} />;
  const { data: sandboxes, most } = list;
  if (sandboxes.length === 0 && !mayMake) return <AskOwner />;
  return (
    <div className="flex flex-wrap items-center justify-center gap-2">
      {sandboxes.map((sandbox) => (
        <Enter key={sandbox.id} sandbox={sandbox} />
      ))}
      {mayMake && sandboxes.length < most ? (
        <Button
          icon="plus"
          look={sandboxes.length === 0 ? 'primary' : 'plain'}
          onClick={() => setIsNaming(true)}
        >
          {t.create}
        </Button>
      ) : null}
      {isNaming ? (
        <CreateSandboxDialog count={sandboxes.length} onClose={() => setIsNaming(false)} waits />
      ) : null}
    </div>
  );
}

type EnterProps = {
  sandbox: SandboxList['data'][number];
  look?: 'primary' | 'plain';
  page?: string | undefined;
};

/** Opens a sandbox as soon as it is filled. */
export function Enter({ sandbox: { id, name, state }, look = 'primary', page }: EnterProps) {
  const t = useTexts(teamTexts).sandbox;
  if (state !== 'ready') return <State is={state} noun="sandbox" />;
  return (
    <Button icon="flask" look={look} onClick={() => void switchTeam(id, page)}>
      {t.openOf(name)}
    </Button>
  );
}
