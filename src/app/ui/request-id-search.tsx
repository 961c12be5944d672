import { useState } from 'react';
import { useTexts } from '../text/language.ts';
import { SearchField } from './search-field.tsx';
import { uiTexts } from './texts.ts';

type Props = { value: string | undefined; onChange: (id: string) => void };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A filter above a list that finds a request id. Any other text is not sent, and a line below says so. */
export function RequestIdSearch({ value, onChange }: Props) {
  const t = useTexts(uiTexts);
  const [entered, setValue] = useState('');
  const search = (text: string) => {
    const id = text.trim();
    setValue(id);
    onChange(UUID.test(id) ? id : '');
  };
  const isWrong = entered !== '' && !UUID.test(entered);
  return (
    <>
      <SearchField
        label={t.requestId}
        onChange={search}
        value={isWrong ? entered : (value ?? '')}
      />
      {isWrong ? <p className="order-last w-full text-sm text-soft">{t.notARequestId}</p> : null}
    </>
  );
}
