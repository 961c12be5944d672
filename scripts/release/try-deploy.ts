// Runs everything in deploy/ on one machine with podman, and prints a table. docs/documentation.md says what it needs.
//
//   node_modules/.bin/node scripts/release/try-deploy.ts [a word of the parts] [--former COMMIT]
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { checkOut, commitWith } from './deploy/former-release.ts';
import {
  baseImages,
  buildImage,
  requireLabels,
  requireSbom,
  sizeOf,
  versionOf,
} from './deploy/images.ts';
import { printTable, require, step } from './deploy/report.ts';
import { run } from './deploy/run.ts';
import { tryCompose } from './deploy/try-compose.ts';
import { tryDebian } from './deploy/try-debian.ts';
import { tryImage } from './deploy/try-image.ts';
import { tryKubernetes } from './deploy/try-kubernetes.ts';
import { tryUpgrade } from './deploy/try-upgrade.ts';

const MOST_MB = 400;
// Not in /tmp, which may be in memory.
const folder = '/var/tmp/team-api-try-deploy';
mkdirSync(folder, { recursive: true });

// A machine without cgroups of its own (a container, a small virtual machine) needs these settings of podman.
process.env.CONTAINERS_CONF = `${folder}/containers.conf`;
writeFileSync(
  process.env.CONTAINERS_CONF,
  `[containers]
default_ulimits = ["nofile=20000:20000", "nproc=4096:4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
[network]
network_backend = "netavark"
`,
);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { former: { type: 'string' } },
});

let built: Promise<string> | undefined;
const parts: Record<string, () => Promise<void>> = {
  image: async () => {
    const former = await formerImage(values.former ?? (await lastRelease()));
    await tryImage({ former, own: await ownImage() });
  },
  compose: async () => tryCompose(await ownImage(), folder),
  kubernetes: async () => tryKubernetes(await ownImage()),
  debian: () => tryDebian(folder),
  upgrade: () => tryUpgrade(folder),
  tests: () => step('tests: of processes, commands, settings, metrics and deploy/', runTests),
};
for (const [name, part] of Object.entries(parts)) {
  if (name.includes(positionals[0] ?? '')) await part();
}
printTable();
// A step that has failed may have left its traffic running.
process.exit();

/** The image of this checkout, which the first part that needs it builds. */
function ownImage(): Promise<string> {
  built ??= buildOwnImage();
  return built;
}

async function buildOwnImage(): Promise<string> {
  const own = 'localhost/team-api';
  await step('image: build', async () => {
    const bases = await baseImages(folder);
    await buildImage(own, bases);
    const size = await sizeOf(own);
    require(size <= MOST_MB, `${size} MB, more than ${MOST_MB}`);
    await requireLabels(own);
    const sbom = await run('podman', ['run', '--rm', '--entrypoint', 'cat', own, 'sbom.cdx.json']);
    return `${size} MB, of which the base has ${await sizeOf(bases.base)}; ${requireSbom(sbom)}`;
  });
  return own;
}

/** Tests of what an operator relies on, with their kills and clusters. */
async function runTests(): Promise<string> {
  const folders = ['cli', 'deploy', 'egress', 'processes', 'tracing', 'web', 'worker'];
  const printed = await run('npm', ['test', '--', ...folders.map((name) => `test/${name}/`)]);
  return / Tests +(.*)/.exec(stripVTControlCharacters(printed))?.[1] ?? '';
}

/** The commit of the release before this version. */
function lastRelease(): Promise<string> {
  const own = `Release ${versionOf()}`;
  return commitWith((subject) => /^Release [0-9.]+$/.test(subject) && subject !== own);
}

/** The image of an earlier commit, whose checkout gets the present files of the image. */
async function formerImage(commit: string): Promise<string> {
  const checkout = `${folder}/former`;
  await checkOut(commit, checkout);
  await run('cp', ['-r', 'deploy', '.dockerignore', checkout]);
  const name = 'localhost/team-api-former';
  await step('image: build of the former release', async () => {
    await buildImage(name, await baseImages(folder), checkout);
    return commit;
  });
  return name;
}
