/** A URL. Its host stands out, because the host tells endpoints apart. */
export function EndpointUrl({ url }: { url: string }) {
  const { host, pathname, search } = new URL(url);
  const rest = pathname === '/' && search === '' ? '' : `${pathname}${search}`;
  return (
    <>
      <span className="font-medium">{host}</span>
      <span className="font-normal text-soft">{rest}</span>
    </>
  );
}
