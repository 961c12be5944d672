import { currentLanguage, useTexts } from '../text/language.ts';
import { Button } from './button.tsx';
import { download } from './download.ts';
import { Menu, MenuItem } from './menu.tsx';
import { uiTexts } from './texts.ts';

type Props = {
  name: 'audit-log' | 'request-log';
  filter: Record<string, string | undefined>;
};

/** All rows of a list as a file, with the filter that is shown. */
export function ExportMenu({ name, filter }: Props) {
  const t = useTexts(uiTexts);
  const trigger = <Button icon="download">{t.export}</Button>;
  return (
    <Menu trigger={trigger}>
      <MenuItem onSelect={() => download(exportUrl({ name, filter }, 'csv'))}>
        {t.exportCsv}
      </MenuItem>
      <MenuItem onSelect={() => download(exportUrl({ name, filter }, 'ndjson'))}>
        {t.exportNdjson}
      </MenuItem>
    </Menu>
  );
}

function exportUrl({ name, filter }: Props, format: 'csv' | 'ndjson'): string {
  const given = Object.entries(filter).filter((pair): pair is [string, string] => Boolean(pair[1]));
  const query = new URLSearchParams(given);
  if (format === 'csv') query.set('lang', currentLanguage());
  return `/app/export/${name}.${format}?${query}`;
}
