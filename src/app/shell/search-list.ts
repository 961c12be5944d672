import { topDialog } from '../ui/top-dialog.ts';

/** Focuses the field that searches the list in view. On a page without such a field, opens the palette. */
export function searchList(searchPages: () => void): void {
  const dialog = topDialog();
  const place = dialog ?? document.getElementById('content');
  const field = place?.querySelector<HTMLInputElement>(
    'search input:is([type="search"], [role="combobox"])',
  );
  if (field) {
    field.focus();
    field.select();
  } else if (!dialog) searchPages();
}
