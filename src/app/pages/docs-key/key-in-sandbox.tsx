import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useMay } from '../../session/session.ts';
import { switchTeam } from '../../session/sign-out.ts';
import { createSandboxTexts } from '../../team/create-sandbox-texts.ts';
import { AskOwner } from '../../team/enter-sandbox.tsx';
import { OpensWhenFilled } from '../../team/opens-when-filled.tsx';
import { useSandboxes } from '../../team/use-sandboxes.ts';
import { useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { hasKeyOf, keepWish } from '../../ui/kept-in-tab.ts';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { State } from '../../ui/state.tsx';
import { OtherKey } from './other-key.tsx';
import { docsKeyTexts } from './texts.ts';

/** One click opens a sandbox, or makes the first one. The page then opens in it, and makes the key. */
export function KeyInSandbox({ page }: { page: string }) {
  const t = useTexts(docsKeyTexts);
  const { firstName } = useTexts(createSandboxTexts);
  const mayMake = useMay('make_sandboxes');
  const [madeId, setMade] = useState<string>();
  const read = useSandboxes();
  const create = useAction(client.sandboxes.create.mutate, ({ id }) => {
    keepWish(id);
    setMade(id);
  });
  if (!read.data) return <NotLoaded read={read} />;
  const { data: sandboxes } = read.data;
  const open = (id: string) => {
    keepWish(id);
    void switchTeam(id, page);
  };
  if (madeId) {
    return (
      <div className="w-full" role="status">
        <OpensWhenFilled id={madeId} page={page} />
      </div>
    );
  }
  if (sandboxes.length > 0) {
    // One key is enough for a tab: a second one of the same sandbox would only make it forget the first.
    const others = sandboxes.filter(({ id }) => !hasKeyOf(id));
    return (
      <>
        {others.some(({ state }) => state === 'ready') ? <OtherKey /> : null}
        {others.map(({ id, name, state }) =>
          state === 'ready' ? (
            <Button icon="flask" key={id} look="primary" onClick={() => open(id)}>
              {t.makeIn(name)}
            </Button>
          ) : (
            <State is={state} key={id} noun="sandbox" />
          ),
        )}
      </>
    );
  }
  if (!mayMake) {
    return (
      <div className="w-full">
        <AskOwner />
      </div>
    );
  }
  return (
    <>
      <OtherKey />
      <div className="w-full empty:hidden">
        <FailureNotice error={create.error} />
      </div>
      <Button
        icon="flask"
        isBusy={create.isBusy}
        look="primary"
        onClick={() => void create.run({ name: firstName, with_history: true })}
      >
        {t.makeBoth}
      </Button>
    </>
  );
}
