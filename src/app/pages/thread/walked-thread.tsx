import { useCallback, useState } from 'react';
import type { Thread } from '../../../features/thread/thread.schema.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { CopyForSupport } from '../../thread/copy-for-support.tsx';
import { stagesOf } from '../../thread/nodes.ts';
import { Strip } from '../../thread/strip.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { useHotkey } from '../../ui/hotkey.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { useFilters } from '../../ui/use-filters.ts';
import { NodePane } from './node-pane.tsx';
import { threadPage } from './page.ts';
import { threadPageTexts } from './texts.ts';

/** The strip of a thread, and the node that is chosen on it. */
export function WalkedThread({ found, id }: { found: Thread; id: string }) {
  const t = useTexts(threadPageTexts);
  const language = useLanguage();
  const [{ at }, set] = useFilters(['at']);
  const nodes = stagesOf(found, language).flatMap((stage) => stage.nodes);
  const index = Math.max(
    0,
    nodes.findIndex((node) => node.id === at),
  );
  const here = nodes[index];
  const step = (by: number) => {
    const next = nodes[index + by];
    if (next) set({ at: next.id });
  };
  useHotkey(
    'arrowright',
    useLatest(() => step(1)),
  );
  useHotkey(
    'arrowleft',
    useLatest(() => step(-1)),
  );
  return (
    <>
      <PageHeader
        actions={<CopyForSupport found={found} of={id} />}
        lead={
          <>
            {t.lead} <span className="max-sm:hidden">{t.keys}</span>
          </>
        }
        title={threadPage.title[language]}
      />
      <p className="-mt-3 flex flex-wrap items-center gap-x-2 text-sm text-soft">
        {t.requestId} <CopyableId id={id} />
      </p>
      <div className="rounded-xl border border-line bg-card p-4 shadow-sm">
        <Strip found={found} here={here?.id ?? ''} onChoose={(chosen) => set({ at: chosen })} />
      </div>
      {here ? <NodePane found={found} node={here} /> : null}
    </>
  );
}

/** A function that stays the same and calls the newest one. */
function useLatest(act: () => void): () => void {
  const [latest] = useState({ act });
  latest.act = act;
  return useCallback(() => latest.act(), [latest]);
}
