import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import bundled from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

const quiet = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Flags of the package that are left out. One process for all pages would let a crash spread, a software GPU is slow, and
 * without web security the tests would allow what users' browsers refuse.
 */
const isWanted = (flag: string) =>
  !/^--(single-process|no-zygote|in-process-gpu|ignore-gpu-blocklist|.*swiftshader|use-gl=.*|disable-web-security|allow-running-insecure-content)$/.test(
    flag,
  );

const noBars = '--hide-scrollbars';

/** Starts the Chromium of the npm package. It sends nothing to its maker. */
export async function startChromium({ hasScrollBars = false } = {}): Promise<Browser> {
  return chromium.launch({
    ...(hasScrollBars && { ignoreDefaultArgs: [noBars] }),
    executablePath: await unpacked(),
    args: [
      ...bundled.args.filter((flag) => isWanted(flag) && !(hasScrollBars && flag === noBars)),
      ...quiet,
      '--font-render-hinting=none',
    ],
    // Root cannot use the sandbox, and CI runs as root.
    chromiumSandbox: false,
  });
}

/**
 * Unpacks Chromium once for each user of a machine. The package writes to the final place, so a second process could
 * start a half-written program. We therefore unpack into a folder beside it, and rename that folder.
 */
async function unpacked(): Promise<string> {
  const place = path.join(os.tmpdir(), `team-api-chromium-153.0.0-${os.userInfo().uid}`);
  if (!existsSync(place)) {
    const beside = await mkdtemp(`${place}-`);
    const before = process.env.TMPDIR;
    process.env.TMPDIR = beside;
    try {
      await bundled.executablePath();
    } finally {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    }
    await rename(beside, place).catch(() => rm(beside, { recursive: true }));
  }
  return path.join(place, 'chromium');
}
