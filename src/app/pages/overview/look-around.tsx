import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { isSandbox } from '../../session/rights.ts';
import { useMay, useTeam } from '../../session/session.ts';
import { AskOwner, Enter } from '../../team/enter-sandbox.tsx';
import { OpensWhenFilled } from '../../team/opens-when-filled.tsx';
import { TOUR, useSandboxes } from '../../team/use-sandboxes.ts';
import { numberText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Icon } from '../../ui/icon.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useFilters } from '../../ui/use-filters.ts';
import { lookAroundTexts } from './look-around-texts.ts';

/** The first thing of the set-up: a sandbox in which a year has already happened. In it, what there is to find. */
export function LookAround({ isEmpty }: { isEmpty: boolean }) {
  const isInside = isSandbox(useTeam());
  const [{ tour }, set] = useFilters(['tour']);
  if (isInside) return tour ? <Welcome onClose={() => set({ tour: '' })} /> : null;
  return isEmpty ? <Offer /> : null;
}

function Welcome({ onClose }: { onClose: () => void }) {
  const t = useTexts(lookAroundTexts);
  return (
    <Notice title={t.welcome}>
      <p>{t.welcomeMore}</p>
      <div className="flex flex-wrap gap-2 pt-2">
        <Link
          className={buttonClass('primary', 'sm')}
          search={{ status: 'gave_up', answer: '422' } as never}
          to="/deliveries"
        >
          {t.find}
        </Link>
        <Button onClick={onClose} size="sm">
          {t.close}
        </Button>
      </div>
    </Notice>
  );
}

function Offer() {
  const t = useTexts(lookAroundTexts);
  return (
    <section
      aria-labelledby="look-around"
      className="grid gap-3 rounded-xl border border-line bg-card px-4 py-4 shadow-sm"
    >
      <div className="flex gap-3">
        <Icon className="mt-0.5 text-accent-text" name="flask" size={20} />
        <div className="grid gap-1">
          <h2 className="font-medium" id="look-around">
            {t.title}
          </h2>
          <p className="text-sm text-pretty text-soft">{t.more}</p>
        </div>
      </div>
      <Ways />
    </section>
  );
}

/** The button that makes the sandbox or, once there is one, opens it, and those that open the others. */
function Ways() {
  const t = useTexts(lookAroundTexts);
  const language = useLanguage();
  const mayMake = useMay('make_sandboxes');
  const [madeId, setMade] = useState<string>();
  const read = useSandboxes();
  const make = useAction(client.sandboxes.create.mutate, ({ id }) => setMade(id));
  if (!read.data) return <NotLoaded read={read} />;
  const { data: sandboxes, most } = read.data;
  if (!mayMake && sandboxes.length === 0) return <AskOwner />;
  const filled = sandboxes.find(({ with_history }) => with_history);
  const others = sandboxes.filter((sandbox) => sandbox !== filled);
  const isFull = sandboxes.length >= most && !madeId && !filled;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {filled && !madeId ? <Enter page={TOUR} sandbox={filled} /> : null}
        {mayMake && !isFull && (madeId || !filled) ? (
          <Button
            icon="flask"
            isBusy={make.isBusy || madeId !== undefined}
            look="primary"
            onClick={() => void make.run({ name: t.name, with_history: true })}
          >
            {t.make}
          </Button>
        ) : null}
        {madeId
          ? null
          : others.map((sandbox) => <Enter key={sandbox.id} look="plain" sandbox={sandbox} />)}
      </div>
      <div className="text-sm text-soft empty:hidden" role="status">
        {madeId ? <OpensWhenFilled id={madeId} page={TOUR} /> : null}
        {isFull && mayMake ? <p>{t.full(numberText(most, language))}</p> : null}
      </div>
      <FailureNotice error={make.error} />
    </>
  );
}
