import { LONGEST_VIEW_NAME } from '../../features/saved-views/view-name.schema.ts';
import { client } from '../api/client.ts';
import { useAction } from '../api/use-action.ts';
import { useTexts } from '../text/language.ts';
import { NameDialog } from '../ui/name-dialog.tsx';
import { showToast } from '../ui/toasts.tsx';
import type { SavedView } from './saved-views.ts';
import { viewTexts } from './view-texts.ts';

type Props = { view: Omit<SavedView, 'id'> & { id?: string }; onClose: () => void };

/** Names a new view, or renames one. */
export function ViewDialog({ view: { id, ...view }, onClose }: Props) {
  const t = useTexts(viewTexts);
  const { orThrow } = useAction<string, unknown>(
    (name, options) =>
      id === undefined
        ? client.savedViews.save.mutate({ ...view, name }, options)
        : client.savedViews.rename.mutate({ id, name }, options),
    () => {
      showToast(t.saved);
      onClose();
    },
  );
  return (
    <NameDialog
      hint={t.saveMore}
      label={t.name}
      longest={LONGEST_VIEW_NAME}
      name={view.name}
      onClose={onClose}
      save={orThrow}
      title={id === undefined ? t.save : t.rename}
    />
  );
}
