import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../text/language.ts';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import { RestLine } from './rest-line.tsx';
import { uiTexts } from './texts.ts';

type Props = {
  icon: IconName;
  title: string;
  children?: ReactNode;
  /** A command for the person's shell, in which `$KEY` is set. */
  line?: string;
  action?: ReactNode;
  /**
   * Of a list with filters. True: no row matches them, and a button removes them. False: nothing is there at all, and the
   * page shows neither filters nor its export (style.css).
   */
  isFiltered?: boolean;
};

/** Takes the place of an empty list. It says what will appear, and how to begin. */
export function Empty({ icon, title, children, line, action, isFiltered }: Props) {
  return (
    <div
      className="grid justify-items-center gap-3 rounded-xl border border-dashed border-line px-4 py-12 text-center"
      data-bare={isFiltered === false}
    >
      <Icon className="text-soft" name={icon} size={20} />
      <h2 className="max-w-full font-medium wrap-anywhere">{title}</h2>
      {children ? <div className="max-w-md text-balance text-soft">{children}</div> : null}
      {line ? (
        <div className="w-full max-w-xl text-left">
          <RestLine text={line} />
        </div>
      ) : null}
      {action}
      {isFiltered ? <ClearFilters /> : null}
    </div>
  );
}

/** Everything in the address is a filter, but the open tab, the order, and whether a list is live. */
function ClearFilters() {
  const navigate = useNavigate();
  const search = ({ list, view, sort, live }: Record<string, unknown>) => ({
    list,
    view,
    sort,
    live,
  });
  return (
    <Button onClick={() => void navigate({ to: '.', search: search as never })}>
      {useTexts(uiTexts).clear}
    </Button>
  );
}
