import { client } from '../api/client.ts';
import { useMay } from '../session/session.ts';
import { useTexts } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import { ExportMenu } from '../ui/export-menu.tsx';
import { uiTexts } from '../ui/texts.ts';
import { teamTexts } from './texts.ts';

type Props = {
  list: 'members' | 'erasures' | 'trainings' | 'assignments' | 'deals';
  /** The filters of the list. The search is not among them. */
  filter: Record<string, string | undefined>;
  /** The person has searched the list. A search may name people, so it must not get into the address of the file. */
  isSearched?: boolean;
};

/** Downloads a list of the team as a file, with the chosen filters. */
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
