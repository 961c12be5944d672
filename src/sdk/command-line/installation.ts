import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { release } from '../model/release.ts';

/** Where npm has taken this package from, and how a person starts it. */
export type Installation = { server: string | undefined; program: string };

const packed = /^(https?:\/\/.+)\/docs\/sdk\/[^/]+\.tgz$/;

/**
 * npm notes beside the installed package from which file it comes. Each installation of the product
 * serves this file itself, so its address is that of the service.
 */
export function findInstallation(self: string): Installation {
  const folder = path.dirname(fileURLToPath(self));
  const modules = path.dirname(folder);
  const resolved = resolvedIn(path.join(modules, '.package-lock.json'), path.basename(folder));
  const server = resolved === undefined ? undefined : packed.exec(resolved)?.[1];
  // Never `npx` with the name alone: without the package, npx would take what somebody has registered.
  const program = server === undefined ? release.name : `npx ${resolved}`;
  return { server, program };
}

function resolvedIn(file: string, name: string): string | undefined {
  try {
    const { packages } = JSON.parse(readFileSync(file, 'utf8')) as {
      packages?: Record<string, { resolved?: unknown }>;
    };
    const resolved = packages?.[`node_modules/${name}`]?.resolved;
    return typeof resolved === 'string' ? resolved : undefined;
  } catch {
    return undefined;
  }
}
