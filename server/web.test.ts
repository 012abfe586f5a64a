import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handleError } from '#server/platform/http/error-handler.ts';
import { readInlineCode, serveWeb } from './web.ts';

const page =
  '<!doctype html><title>Innspect</title><style>i { color: red }</style><script type="application/json">{}</script><script>load()</script>';
let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'innspect-web-'));
  await mkdir(join(folder, 'web', 'assets'), { recursive: true });
  await writeFile(join(folder, 'secret.txt'), 'secret');
  await writeFile(join(folder, 'web', 'index.html'), page);
  await writeFile(join(folder, 'web', 'index.html.br'), brotliCompressSync(page));
  await writeFile(join(folder, 'web', 'assets', 'app-1234.js'), 'run()');
  await writeFile(join(folder, 'web', 'assets', 'detector.worker-1234.js'), 'detect()');
  await writeFile(join(folder, 'web', '.innspect-build'), 'secret');
  await mkdir(join(folder, 'web', '.git'));
  await writeFile(join(folder, 'web', '.git', 'config'), 'secret');
  app = Fastify();
  app.setErrorHandler(handleError);
  await serveWeb(app, join(folder, 'web'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  app.inject({ method, url, headers });

describe('the web application', () => {
  it.each(['/', '/?tab=1', '/properties', '/pip-report/some-id', '/no/such/page'])(
    'is the page at %s, with and without compression',
    async (url) => {
      const plain = await get(url);
      expect([plain.statusCode, plain.body]).toEqual([200, page]);
      expect(plain.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
      const small = await get(url, { 'accept-encoding': 'gzip, deflate, br' });
      expect([small.statusCode, small.headers['content-encoding']]).toEqual([200, 'br']);
      expect(brotliDecompressSync(small.rawPayload).toString()).toBe(page);
      expect((await get(url, {}, 'HEAD')).statusCode).toBe(200);
    },
  );

  it('tells search engines not to index the pages of links to plans', async () => {
    const tagged = async (url: string) => (await get(url)).headers['x-robots-tag'];
    expect(await tagged('/shared-plan')).toBe('noindex, nofollow');
    expect(await tagged('/properties')).toBeUndefined();
  });

  it('says which styles and scripts are part of the page, for the policy', async () => {
    expect(await readInlineCode(join(folder, 'web'))).toEqual({ styles: ['i { color: red }'], scripts: ['load()'] });
    expect(await readInlineCode(join(folder, 'nowhere'))).toEqual({ styles: [], scripts: [] });
  });

  it('keeps its hashed files for a year', async () => {
    const { statusCode, body, headers } = await get('/assets/app-1234.js');
    expect([statusCode, body, headers['cache-control']]).toEqual([200, 'run()', 'public, max-age=31536000, immutable']);
  });

  it('lets the worker that analyzes frames compile WebAssembly, and nothing else', async () => {
    const policyOf = async (url: string) => (await get(url)).headers['content-security-policy'];
    expect(await policyOf('/assets/detector.worker-1234.js')).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(await policyOf('/assets/app-1234.js')).toBeUndefined();
    expect(await policyOf('/')).toBeUndefined();
  });

  it.each([
    '/assets',
    '/assets/',
    '/assets/gone.js',
    '/favicon.ico',
    '/api',
    '/api/..%2findex.html',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/.innspect-build',
    '/.git/config',
    '/.git/HEAD',
  ])('is not there at %s', async (url) => {
    for (const encoding of ['identity', 'br']) {
      const answer = await get(url, { 'accept-encoding': encoding });
      expect([answer.statusCode, answer.json().detail]).toEqual([404, 'This address was not found']);
    }
  });

  it('answers reads only', async () => expect((await get('/properties', {}, 'POST')).statusCode).toBe(404));
});
