import type { ReactNode } from 'react';

type Props = {
  facts: ReactNode;
  /** Whether the facts stand above all else there. Set by order alone, so that nothing beside the facts is mounted again. */
  factsFirst?: boolean;
  /** What stands above the facts where there is no room beside it, as on a telephone and in a pane. */
  children?: ReactNode;
  /** What stands below them there. */
  further?: ReactNode;
};

const mainColumn = 'grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4 @min-[56rem]:gap-6';

/** What happened with an object on the left, and the facts about it on the right. */
export function WithFacts({ facts, factsFirst = false, children, further }: Props) {
  return (
    <div className="@container">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @min-[56rem]:grid-cols-[minmax(0,1fr)_22rem] @min-[56rem]:grid-rows-[auto_1fr] @min-[56rem]:gap-6">
        {children ? <div className={mainColumn}>{children}</div> : null}
        <div
          className={`@min-[56rem]:col-start-2 @min-[56rem]:row-span-2 @min-[56rem]:row-start-1 ${factsFirst ? 'order-first' : ''}`}
        >
          {facts}
        </div>
        {further ? <div className={mainColumn}>{further}</div> : null}
      </div>
    </div>
  );
}
