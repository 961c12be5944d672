import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openCluster, rowsOf } from '../../bench/database.ts';
import { encryptionKey } from '../../bench/server-process.ts';
import { runOnce, type Settings } from './containers.ts';
import { require, step } from './report.ts';
import { eventually, run } from './run.ts';

const ports: Settings = { api: '18401', worker: '18402' };

/**
 * The Deployments of an overlay in `podman play kube`, on the network of this machine. Podman knows neither the Job nor a
 * Secret in envFrom: the migration runs before, and a ConfigMap has the settings.
 */
export async function tryKubernetes(image: string): Promise<void> {
  const cluster = await openCluster();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'team-api-kube-'));
  try {
    await rowsOf(cluster.url, 'create database kube');
    const settings = {
      DATABASE_URL: new URL('/kube', cluster.url).href,
      ENCRYPTION_KEY: encryptionKey,
      HOST: '127.0.0.1',
    };
    await step('kubernetes: migration before the pods', async () => {
      const printed = await runOnce(image, settings, 'migrate');
      return `${(JSON.parse(printed) as { applied: string[] }).applied.length} migrations`;
    });
    for (const name of ['api', 'worker']) {
      const port = ports[name] ?? '';
      const own = { ...settings, PORT: port, WORKER_PORT: port };
      await step(`kubernetes: the pod of ${name} is ready, and ends in order`, () =>
        playPod(path.join(folder, `${name}.yaml`), { name, image, settings: own }),
      );
    }
  } finally {
    await cluster.close();
    rmSync(folder, { recursive: true });
  }
}

type Pod = { name: string; image: string; settings: Settings };

async function playPod(file: string, { name, image, settings }: Pod): Promise<string> {
  writeFileSync(file, await manifest(name, image, settings));
  const play = (...words: string[]) => run('podman', ['play', 'kube', ...words, file]);
  try {
    await play('--network', 'host');
    await eventually(async () => {
      const { status } = await fetch(`http://127.0.0.1:${settings.PORT}/readyz`);
      require(status === 200, `${name}: ${status}`);
    });
    const [id = ''] = (await run('podman', ['ps', '--quiet', '--filter', `name=${name}-pod`]))
      .trim()
      .split('\n');
    const inspected = await run('podman', [
      'inspect',
      '--format',
      '{{.HostConfig.ReadonlyRootfs}} {{.Config.User}} {{.EffectiveCaps}}',
      id,
    ]);
    require(/^true 10001(:10001)? \[\]/.test(inspected), inspected);
    return 'ready, read-only, account 10001, no capability';
  } finally {
    // It fails if nothing was started: the first error says why.
    await play('--down').catch(() => undefined);
  }
}

/** The Deployment from the built overlay, with its settings as a ConfigMap. */
async function manifest(name: string, image: string, settings: Settings): Promise<string> {
  const built = await run('kubectl', ['kustomize', 'deploy/kubernetes/small']);
  const deployment = built
    .split(/^---$/m)
    .find((text) => /^kind: Deployment$/m.test(text) && text.includes(`\n  name: ${name}\n`));
  if (!deployment) throw new Error(`There is no Deployment ${name}`);
  const values = Object.entries(settings).map(
    ([key, value]) => `  ${key}: ${JSON.stringify(value)}`,
  );
  const map = [
    'apiVersion: v1',
    'kind: ConfigMap',
    'metadata:',
    '  name: team-api',
    'data:',
    ...values,
  ];
  const played = deployment
    .replace('secretRef:', 'configMapRef:')
    .replace(/^( +)image: .*$/m, `$1image: ${image}\n$1imagePullPolicy: Never`)
    // On the network of the machine, podman takes no names of ports.
    .replace(/^ +ports:\n +- containerPort: .*\n +name: .*\n/m, '')
    .replaceAll('port: http', `port: ${settings.PORT}`);
  return `${map.join('\n')}\n---\n${played}`;
}
