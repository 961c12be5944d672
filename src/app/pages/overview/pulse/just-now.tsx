import { type FocusEvent, type PointerEvent, useState } from 'react';
import { useMembersById } from '../../../team/members-by-id.ts';
import { useTexts } from '../../../text/language.ts';
import { classes } from '../../../ui/classes.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StateMark } from '../../../ui/state.tsx';
import { HappeningRow } from './happening-row.tsx';
import { pulseTexts } from './texts.ts';
import { type Happening, MOST, type Shown, useHappenings, useTrainees } from './use-happenings.ts';

/**
 * The last ten happenings of the team. New ones slide in from above. While the person points at the list or is in it
 * with the keyboard, new ones wait, so that nothing moves under the pointer.
 */
export function JustNow(what: Shown) {
  const t = useTexts(pulseTexts);
  const { newest, visible, isLoading, isError } = useHappenings(what);
  const { shown, isNew, handlers } = useShown(newest, visible);
  const trainees = useTrainees(shown);
  const members = useMembersById(
    shown.map((one) => {
      if (one.kind === 'training') return one.training.user_id;
      return one.kind === 'entry' ? (trainees.get(one.entry.target.id) ?? null) : null;
    }),
  );
  const nameOf = (userId: string | undefined) => {
    const member = userId === undefined ? undefined : members.get(userId);
    return member?.name ?? member?.email ?? userId;
  };
  return (
    <section
      aria-label={t.now}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-2 rounded-xl border border-line bg-card py-4 shadow-sm"
    >
      <h2 className="flex h-7 items-center gap-2 px-4 font-medium">
        {t.now}
        {isError ? (
          <span className="flex items-center gap-1.5 text-sm font-normal text-soft">
            <StateMark tone="failed" />
            {t.notRead}
          </span>
        ) : (
          <span aria-hidden="true" className="beat size-1.5 rounded-full bg-works" />
        )}
      </h2>
      {/* As high as ten rows from the start, so that nothing below moves. */}
      <div className="min-h-70 px-2" {...handlers}>
        {isLoading ? <Loading /> : null}
        {!isLoading && shown.length === 0 ? (
          <p className="px-2 text-sm text-pretty text-soft">
            {isError ? t.notReadMore : t.nothingYet}
          </p>
        ) : null}
        <ol className="overflow-hidden">
          {shown.map((happening) => (
            <li className={classes(isNew(happening) && 'drop')} key={happening.id}>
              <HappeningRow happening={happening} nameOf={nameOf} trainees={trainees} />
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function Loading() {
  return (
    <div aria-busy="true" className="grid gap-2 px-2 pt-1">
      {Array.from({ length: MOST }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike.
        <Skeleton className="h-5 w-full" key={index} />
      ))}
    </div>
  );
}

/**
 * What is on the screen: the newest, or while the person reads, what was there when they began. What the person may not
 * see any more goes at once.
 */
function useShown(newest: readonly Happening[], visible: (one: Happening) => readonly Happening[]) {
  const [kept, setKept] = useState<readonly Happening[]>();
  // What was there at first does not slide in.
  const [first, setFirst] = useState<ReadonlySet<string>>();
  if (!first && newest.length > 0) setFirst(new Set(newest.map(({ id }) => id)));
  const keep = () => setKept((before) => before ?? newest);
  // The pointer may leave while the focus is in the list, and the focus while the pointer is. Then the person still
  // reads, and a row with the focus must not fall off.
  const handlers = {
    onPointerEnter: keep,
    onPointerLeave: ({ currentTarget }: PointerEvent) => {
      if (!currentTarget.contains(document.activeElement)) setKept(undefined);
    },
    onFocus: keep,
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (currentTarget.contains(relatedTarget) || currentTarget.matches(':hover')) return;
      setKept(undefined);
    },
  };
  const isNew = ({ id }: Happening) => first !== undefined && !first.has(id);
  return { shown: (kept ?? newest).flatMap(visible), isNew, handlers };
}
