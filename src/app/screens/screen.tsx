import type { ReactNode } from 'react';
import { Icon, type IconName } from '../ui/icon.tsx';

type Props = {
  icon: IconName;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  isWhole?: boolean;
};

/** Takes the place of a page or a part of it. Says what is wrong, and what to do. */
export function Screen({ icon, title, children, actions, isWhole = false }: Props) {
  const Heading = isWhole ? 'h1' : 'h2';
  return (
    <section className="mx-auto grid max-w-md justify-items-center gap-3 px-4 py-16 text-center">
      <span className="grid size-10 place-items-center rounded-lg border border-line bg-card text-soft shadow-sm">
        <Icon name={icon} size={20} />
      </span>
      <Heading className="text-lg font-semibold">{title}</Heading>
      {children ? <div className="grid gap-2 text-balance text-soft">{children}</div> : null}
      {actions ? <div className="mt-2 flex flex-wrap justify-center gap-2">{actions}</div> : null}
    </section>
  );
}
