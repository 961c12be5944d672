import { Fragment } from 'react';

/** A URL, which breaks before the parts of its path. Its host stands out, because the host tells endpoints apart. */
export function EndpointUrl({ url }: { url: string }) {
  const { host, pathname, search } = new URL(url);
  const rest = pathname === '/' && search === '' ? '' : `${pathname}${search}`;
  return (
    <>
      <span className="font-medium">{host}</span>
      <span className="font-normal text-soft">
        {rest.split(/(?=\/)/).map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a URL may repeat a part.
          <Fragment key={index}>
            <wbr />
            {part}
          </Fragment>
        ))}
      </span>
    </>
  );
}
