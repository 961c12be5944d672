import type { Session } from '../session/session.ts';
import { useTexts } from '../text/language.ts';
import { useModal } from '../ui/use-modal.ts';
import { Sidebar } from './sidebar.tsx';
import { shellTexts } from './texts.ts';

type Props = {
  session: Session;
  onClose: () => void;
  onSearch: () => void;
  onShortcuts: () => void;
};

/** The navigation on a narrow screen. */
export function NavigationDrawer({ session, onClose, onSearch, onShortcuts }: Props) {
  const t = useTexts(shellTexts);
  const { modal } = useModal(onClose);
  return (
    <dialog
      {...modal}
      aria-label={t.navigation}
      className="m-0 h-dvh max-h-dvh w-72 max-w-[85vw] border-r border-line bg-side p-0 text-ink shadow-lg"
    >
      <Sidebar onOpen={onClose} onSearch={onSearch} onShortcuts={onShortcuts} session={session} />
    </dialog>
  );
}
