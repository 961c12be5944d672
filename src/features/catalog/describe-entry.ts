import { versionOf } from '../../shared/schema/edit-version.ts';
import type { ArrangedEntry } from './entries.schema.ts';

type Row = {
  id: string;
  dimension: string;
  names: unknown;
  icon: string | null;
  sort_key: number;
  archived_at: Date | null;
};

/** Labels by language. An entry from older data may lack one. */
export function labelsOf(names: unknown): ArrangedEntry['names'] {
  const { de = null, en = null } = names as Partial<ArrangedEntry['names']>;
  return { de, en };
}

/** The fields of a team's own entry that an edit may change. */
export function editableOf({ names, icon, sort_key }: Pick<Row, 'names' | 'icon' | 'sort_key'>) {
  return { names: labelsOf(names), icon, sort_key };
}

export function describeOwnEntry(row: Row): ArrangedEntry {
  const { id, dimension, archived_at } = row;
  const editable = editableOf(row);
  return {
    id,
    dimension: dimension as ArrangedEntry['dimension'],
    own: true,
    ...editable,
    released: archived_at === null,
    discontinued: false,
    version: versionOf(editable),
  };
}

export function describeGlobalEntry(row: Row, isHidden: boolean): ArrangedEntry {
  const { id, dimension, archived_at } = row;
  const discontinued = archived_at !== null;
  return {
    id,
    dimension: dimension as ArrangedEntry['dimension'],
    own: false,
    ...editableOf(row),
    released: !isHidden && !discontinued,
    discontinued,
    version: null,
  };
}
