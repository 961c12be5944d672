import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { Outgoing } from '../../src/shared/process/outgoing.ts';
import { AppSite } from '../../src/web/app-site.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

async function get(at: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(`http://127.0.0.1:${api().port}${at}`, { method, headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const assetOf = (html: string) => /src="(\/app\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '';

describe('the app at /app', () => {
  test('every path of the app gets the same page, which no browser may keep', async () => {
    for (const address of ['/app', '/app/', '/app/members', '/app/link', '/app/a/b?c=d']) {
      const { status, headers, text } = await get(address);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(text).toContain('<div id="app">');
    }
  });

  test('the policy of the page allows nothing inline but its own script, and nothing from other addresses', async () => {
    const { headers } = await get('/app/');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'self' 'sha256-[^']+';/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|http|\*/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('publickey-credentials-get=(self)');
  });

  test('a file of the build is kept for a year, since its name has its hash', async () => {
    const { text } = await get('/app/');
    const { status, headers } = await get(assetOf(text));
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  });

  test('HEAD has the headers and no body; an unknown file is not found', async () => {
    const head = await get('/app/', {}, 'HEAD');
    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    expect((await get('/app/assets/unknown-12345678.js')).status).toBe(404);
    expect((await get('/app/assets/../../package.json')).status).not.toBe(200);
    expect((await get('/app/', {}, 'POST')).status).toBeGreaterThanOrEqual(404);
  });
});

describe('a build in a folder', () => {
  async function folderWith(html: string) {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'team-api-admin-'));
    await mkdir(path.join(folder, 'assets'));
    await writeFile(path.join(folder, 'index.html'), html);
    return folder;
  }

  test('that is missing is replaced by a page that says what to do', () => {
    const site = new AppSite(Outgoing.opened(), path.join(os.tmpdir(), 'team-api-no-such-folder'));
    expect(site.isBuilt).toBe(false);
    const answer = site.answer('/app/members', undefined);
    expect(answer?.status).toBe(503);
    expect(answer?.body.toString()).toContain('node scripts/setup.mjs');
  });

  test('is read again when it was built again', async () => {
    const folder = await folderWith('first');
    const site = new AppSite(Outgoing.opened(), folder);
    expect(site.answer('/app', undefined)?.body.toString()).toBe('first');
    await writeFile(path.join(folder, 'index.html'), 'second build');
    expect(site.answer('/app', undefined)?.body.toString()).toBe('second build');
  });

  test('is sent in the compression that the browser prefers', () => {
    const site = new AppSite(Outgoing.opened());
    const plain = site.answer('/app', undefined)?.body.toString();
    const br = site.answer('/app', 'gzip, br');
    expect(br?.headers['Content-Encoding']).toBe('br');
    expect(brotliDecompressSync(br?.body ?? '').toString()).toBe(plain);
    const gzip = site.answer('/app', 'gzip');
    expect(gunzipSync(gzip?.body ?? '').toString()).toBe(plain);
    expect(site.answer('/app', 'identity')?.headers.Vary).toBe('Accept-Encoding');
  });
});
