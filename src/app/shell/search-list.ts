import { topDialog } from '../ui/top-dialog.ts';

/** Goes to the field that searches the list in view. A page without one has the search for pages. */
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
