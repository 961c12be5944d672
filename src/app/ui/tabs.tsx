import { Tabs as Base } from '@base-ui/react/tabs';
import { type ReactNode, useEffect, useRef } from 'react';
import { classes } from './classes.ts';
import { showIn } from './show-in.ts';
import { mayClose } from './unsaved.ts';

type Tab<V extends string> = { value: V; label: string; content: ReactNode };
type Props<V extends string> = {
  label: string;
  value: V;
  onChange: (value: V) => void;
  tabs: readonly Tab<V>[];
};

/** The look of tabs, also for links between pages. The line below is a shadow inside, where nothing cuts it off. */
export const tabList = 'flex gap-4 overflow-x-auto shadow-[inset_0_-1px_0_var(--line)]';
export const tab =
  'flex h-9 shrink-0 items-center border-b-2 border-transparent text-sm whitespace-nowrap text-soft hover:text-ink data-[active]:border-accent data-[active]:font-medium data-[active]:text-ink';

/** Several views of one object. The page keeps the chosen one in the address (`useFilters`). */
export function Tabs<V extends string>({ label, value, onChange, tabs }: Props<V>) {
  const list = useRef<HTMLDivElement>(null);
  // The address may open a tab that is out of sight on a narrow screen.
  useEffect(() => {
    showIn(list.current, list.current?.querySelector(`[data-value="${value}"]`));
  }, [value]);
  const root = useRef<HTMLDivElement>(null);
  const change = async (next: V) => {
    if (await mayClose(root.current)) onChange(next);
  };
  return (
    <Base.Root
      className="min-w-0"
      onValueChange={(next) => void change(next as V)}
      ref={root}
      value={value}
    >
      <Base.List aria-label={label} className={classes(tabList, 'mb-5')} ref={list}>
        {tabs.map((one) => (
          <Base.Tab className={tab} data-value={one.value} key={one.value} value={one.value}>
            {one.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((one) => (
        <Base.Panel className="outline-none" key={one.value} value={one.value}>
          {one.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
