import { groupByTag, type TagGroup } from './group-by-tag.ts';
import { type ErrorsPage, readErrorsPage } from './read-error-codes.ts';
import { type EventPage, readEvents } from './read-event.ts';
import type { Reading } from './read-fields.ts';
import { type OperationPage, readOperations } from './read-operation.ts';

/** All that the reference shows, in one language. */
export type Reference = {
  operations: OperationPage[];
  groups: TagGroup[];
  events: EventPage[];
  errors: ErrorsPage;
};

export function readReference(reading: Reading): Reference {
  const operations = readOperations(reading);
  return {
    operations,
    groups: groupByTag(reading, operations),
    events: readEvents(reading),
    errors: readErrorsPage(reading, operations),
  };
}
