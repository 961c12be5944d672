import { useTexts } from '../../text/language.ts';
import { uiTexts } from '../texts.ts';
import type { FilterField } from './filter-fields.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A filter that finds a request by its id, which a person pastes. */
export function useRequestIdField(): FilterField {
  const t = useTexts(uiTexts);
  return {
    name: 'request_id',
    label: t.requestId,
    options: [],
    hint: t.notARequestId,
    read: (text) => (UUID.test(text) ? text.toLowerCase() : undefined),
  };
}
