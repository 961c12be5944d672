import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

type Tab<V extends string> = { value: V; label: string; content: ReactNode };
type Props<V extends string> = {
  label: string;
  value: V;
  onChange: (value: V) => void;
  tabs: readonly Tab<V>[];
};

/** Views of one object. Keep the chosen one in the address (`useFilters`). */
export function Tabs<V extends string>({ label, value, onChange, tabs }: Props<V>) {
  return (
    <Base.Root className="min-w-0" onValueChange={(next) => onChange(next as V)} value={value}>
      <Base.List
        aria-label={label}
        className="relative mb-5 flex gap-4 overflow-x-auto border-b border-line"
      >
        {tabs.map((tab) => (
          <Base.Tab
            className="-mb-px h-9 border-b-2 border-transparent text-sm whitespace-nowrap text-soft hover:text-ink data-[active]:border-accent data-[active]:font-medium data-[active]:text-ink"
            key={tab.value}
            value={tab.value}
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel className="outline-none" key={tab.value} value={tab.value}>
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
