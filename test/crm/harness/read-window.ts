import type { z } from 'zod';
import { connectionSettings } from '../../../src/crm/connection-settings.ts';
import type {
  CrmConnector,
  PageRequest,
  Reference,
  SourcePage,
  SourceRecord,
} from '../../../src/crm/connector.ts';
import type { CrmApi } from '../../../src/crm/crm-api.ts';

const noReference: Reference = { owners: [], pipelines: [], fields: [] };

export type PageChoices = Partial<Omit<PageRequest, 'settings'>> & {
  settings?: z.input<typeof connectionSettings>;
};

export function pageRequestOf({ settings, ...request }: PageChoices): PageRequest {
  return {
    stream: 'deals',
    window: { since: null, until: new Date('2100-01-01') },
    after: null,
    settings: connectionSettings.parse(settings ?? {}),
    reference: noReference,
    ...request,
  };
}

/** Reads all pages of a window, as the engine does. `between` runs after each page. */
export async function readWindow(
  { connector, api }: { connector: CrmConnector; api: CrmApi },
  request: PageChoices = {},
  between: (pages: number) => unknown = () => undefined,
) {
  const records: SourceRecord[] = [];
  const setAside: SourcePage['setAside'] = [];
  let expected: number | undefined;
  let after: string | null = null;
  let pages = 0;
  do {
    const page: SourcePage = await connector.read(api, pageRequestOf({ ...request, after }));
    records.push(...page.records);
    setAside.push(...page.setAside);
    expected ??= page.expected;
    after = page.next;
    pages += 1;
    await between(pages);
    if (pages > 1000) throw new Error('The window has no end');
  } while (after !== null);
  return {
    records,
    deals: records.filter((record) => record.kind === 'deal'),
    notes: records.filter((record) => record.kind === 'note'),
    gone: records.flatMap((one) => (one.kind === 'gone' ? [one.externalId] : [])),
    setAside,
    pages,
    ...(expected === undefined ? {} : { expected }),
  };
}
