/**
 * What people call each of these endpoints: its host. If several have the same host, its path from where it differs
 * follows. What stands behind the path may be a secret, and is shown only if nothing else tells two apart.
 */
export function endpointNames(urls: readonly string[]): (url: string) => string {
  return (url) => {
    const { host, pathname, search } = new URL(url);
    const others = urls
      .filter((other) => other !== url && new URL(other).host === host)
      .map((other) => new URL(other).pathname.split('/'));
    if (others.length === 0) return host;
    const parts = pathname.split('/');
    const own = parts.findIndex((part, place) => others.some((other) => other[place] !== part));
    const path = own > 1 ? `/…/${parts.slice(own).join('/')}` : pathname;
    const isAlike = others.some((other) => other.join('/') === pathname);
    return `${host}${path}${isAlike ? search : ''}`;
  };
}
