import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { release } from '../model/release.ts';

/** The installation from which npm has taken this package, and the words with which a person starts the program. */
export type Installation = { server: string | undefined; program: string };

const packed = /^(https?:\/\/.+)\/docs\/sdk\/[^/]+\.tgz$/;

/**
 * npm notes the address of the file from which it has installed a package. Each installation of the product serves
 * this file itself, so the address of the file contains the address of the service.
 */
export function findInstallation(self: string): Installation {
  const folder = path.dirname(fileURLToPath(self));
  const modules = path.dirname(folder);
  const resolved = resolvedIn(path.join(modules, '.package-lock.json'), path.basename(folder));
  const server = resolved === undefined ? undefined : packed.exec(resolved)?.[1];
  // Never `npx team-api`: if the package is not installed, npx would run whatever somebody has registered by that name.
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
