import type { Session } from '../session/session.ts';
import { switchTeam } from '../session/sign-out.ts';
import { useTexts } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { shellTexts } from './texts.ts';

/** Marks every page of a sandbox by a frame around the window, and by a band that names the sandbox. */
export function SandboxBand({ team }: { team: NonNullable<Session['team']> }) {
  const t = useTexts(shellTexts);
  const { name, sandbox_of: parent } = team;
  if (!parent) return null;
  return (
    <>
      <div
        aria-hidden="true"
        className="pointer-events-none fixed inset-0 z-40 border-[3px] border-sandbox"
      />
      <section
        aria-label={t.sandbox}
        className="flex items-center gap-x-3 border-b border-sandbox bg-warn-wash px-4 py-2 text-sm text-warn sm:px-8"
      >
        <Icon className="shrink-0" name="flask" />
        <p className="min-w-0 flex-1 break-words">
          <span className="font-semibold">{t.sandboxName(name)}</span>{' '}
          <span className="max-sm:sr-only">{t.sandboxMore(parent.name)}</span>
        </p>
        <span className="shrink-0">
          <Button onClick={() => void switchTeam(parent.id)} size="sm">
            {t.leaveSandbox}
          </Button>
        </span>
      </section>
    </>
  );
}
