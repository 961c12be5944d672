import { useOwnAction } from '../api/use-action.ts';
import { currentLanguage, useTexts } from '../text/language.ts';
import { Button } from './button.tsx';
import { download } from './download.ts';
import { FailureNotice } from './failure-notice.tsx';
import { Menu, MenuItem } from './menu.tsx';
import { uiTexts } from './texts.ts';

type Format = 'csv' | 'ndjson';
type Props = {
  /** Asks for the address of the file. This call can ask for a fresh proof, the download cannot. */
  locate: (input: Record<string, never>) => Promise<{ url: string }>;
  filter: Record<string, string | undefined>;
};

/** Downloads all rows of a list, with the filter that is shown. */
export function ExportMenu({ locate, filter }: Props) {
  const t = useTexts(uiTexts);
  const take = useOwnAction(
    (_: Format) => locate({}),
    ({ url }, format) => download(`${url}.${format}?${queryOf(filter, format)}`),
  );
  const trigger = (
    <Button data-export icon="download" isBusy={take.isBusy}>
      {t.export}
    </Button>
  );
  return (
    <>
      <Menu trigger={trigger}>
        <MenuItem onSelect={() => void take.run('csv')}>{t.exportCsv}</MenuItem>
        <MenuItem onSelect={() => void take.run('ndjson')}>{t.exportNdjson}</MenuItem>
      </Menu>
      <FailureNotice error={take.error} />
    </>
  );
}

function queryOf(filter: Props['filter'], format: Format): URLSearchParams {
  const present = Object.entries(filter).filter((pair): pair is [string, string] =>
    Boolean(pair[1]),
  );
  const query = new URLSearchParams(present);
  if (format === 'csv') query.set('lang', currentLanguage());
  return query;
}
