import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findLocation, removeLocation } from '../../src/embedded-postgres/location.ts';

const SEARCH = 0o011;

test.each([0o1777, 0o2775, 0o750, 0o700])(
  'an existing DATA_DIR keeps its mode %o, except that others may now pass through it',
  async (mode) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'team-api-place-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await chmod(folder, mode);
    await findLocation(folder);
    expect(((await stat(folder)).mode & 0o7777) | SEARCH).toBe(mode | SEARCH);
    await removeLocation(folder);
  },
);
