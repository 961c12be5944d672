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
  /** No row matches the filters. This removes them. */
  onClear?: (() => void) | undefined;
};

/** Takes the place of an empty list. It says what will appear, and how to begin. */
export function Empty({ icon, title, children, line, action, onClear }: Props) {
  const t = useTexts(uiTexts);
  return (
    <div className="grid justify-items-center gap-3 rounded-xl border border-dashed border-line px-4 py-12 text-center">
      <Icon className="text-soft" name={icon} size={20} />
      <h2 className="max-w-full font-medium wrap-anywhere">{title}</h2>
      {children ? <div className="max-w-md text-balance text-soft">{children}</div> : null}
      {line ? (
        <div className="w-full max-w-xl text-left">
          <RestLine text={line} />
        </div>
      ) : null}
      {action}
      {onClear ? <Button onClick={onClear}>{t.clear}</Button> : null}
    </div>
  );
}
