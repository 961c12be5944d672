import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { LONGEST_VIEW_NAME } from '../../features/saved-views/view-name.schema.ts';
import { client } from '../api/client.ts';
import { useAction } from '../api/use-action.ts';
import { useMay } from '../session/session.ts';
import { useTexts } from '../text/language.ts';
import { IconButton } from '../ui/button.tsx';
import { late } from '../ui/late.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { showToast } from '../ui/toasts.tsx';
import { isSameView, type SavedView, useSavedViews } from './saved-views.ts';
import { viewTexts } from './view-texts.ts';

const ViewDialog = late(() => import('./view-dialog.tsx').then((part) => part.ViewDialog));

type Props = { filters: Record<string, string>; name: string };

/** Saves the filters of the list as a view. If they are one already, it can be renamed and removed. */
export function SaveView({ filters, name }: Props) {
  const t = useTexts(viewTexts);
  const { pathname: path } = useLocation();
  const saved = useSavedViews().find((view) => isSameView(view, path, filters));
  const [named, setNamed] = useState<Parameters<typeof ViewDialog>[0]['view']>();
  if (!useMay('change_own_views')) return null;
  return (
    <>
      {saved ? (
        <SavedMenu onRename={() => setNamed(saved)} view={saved} />
      ) : (
        <IconButton
          icon="bookmark"
          label={t.save}
          onClick={() =>
            setNamed({ name: [...name].slice(0, LONGEST_VIEW_NAME).join(''), path, filters })
          }
        />
      )}
      {named ? <ViewDialog onClose={() => setNamed(undefined)} view={named} /> : null}
    </>
  );
}

function SavedMenu({ view, onRename }: { view: SavedView; onRename: () => void }) {
  const t = useTexts(viewTexts);
  const { run } = useAction(
    (_: undefined, options) => client.savedViews.remove.mutate({ id: view.id }, options),
    () => showToast(t.removed),
  );
  return (
    <Menu trigger={<IconButton icon="bookmarked" label={t.view(view.name)} />}>
      <MenuItem icon="pencil" onSelect={onRename}>
        {t.rename}
      </MenuItem>
      <MenuItem icon="close" onSelect={() => void run(undefined)}>
        {t.remove}
      </MenuItem>
    </Menu>
  );
}
