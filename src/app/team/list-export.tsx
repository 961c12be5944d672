import { client } from '../api/client.ts';
import { useMay } from '../session/session.ts';
import { useTexts } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import { ExportMenu } from '../ui/export-menu.tsx';
import { uiTexts } from '../ui/texts.ts';
import { teamTexts } from './texts.ts';

type Props = {
  list: 'members' | 'trainings' | 'assignments' | 'deals';
  /** The filters of the list, without its search. */
  filter: Record<string, string | undefined>;
  /** A search is in the list. It may name people, so it stays out of the address of a file. */
  isSearched?: boolean;
};

/** A list of the team as a file, with the filters that are chosen. */
export function ListExport({ list, filter, isSearched = false }: Props) {
  const t = useTexts(teamTexts);
  const ui = useTexts(uiTexts);
  if (!useMay('export_lists')) return null;
  if (isSearched) {
    return (
      <Button disabled icon="download" title={t.noExportOfSearch}>
        {ui.export}
      </Button>
    );
  }
  return <ExportMenu filter={filter} locate={() => client.team.exportList.query({ list })} />;
}
