import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { sharedPlanPath } from '#contract/plan-shares.ts';
import { addressNotFound } from '#server/platform/http/http.errors.ts';

/** The page of links to plans, which search engines must not list. */
const isUnlisted = (path: string): boolean => path === sharedPlanPath || path.startsWith(`${sharedPlanPath}/`);

/** The worker that analyzes camera frames compiles WebAssembly, which the policy of the pages forbids. */
const isDetectorWorker = (path: string): boolean => /[\\/]assets[\\/]detector\.worker-[\w-]+\.js/.test(path);
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

const pageFile = 'index.html';
/** The scripts of the screens that people open first, by address (web/build/first-visit.ts). */
const aheadFile = 'ahead.json';
const aheadSchema = z.record(z.string(), z.array(z.string()));
type Ahead = z.infer<typeof aheadSchema>;

async function readAhead(folder: string): Promise<Ahead> {
  const file = join(folder, aheadFile);
  return existsSync(file) ? aheadSchema.parse(JSON.parse(await readFile(file, 'utf8'))) : {};
}

/**
 * The Link header that has the browser fetch the scripts of the screen together with the page, instead of when the app runs. Whether
 * there is a session is guessed from the name of its cookie; a wrong guess costs a few files.
 */
function linkHeader(ahead: Ahead, { url, headers }: FastifyRequest): string | undefined {
  const [path = '/', query = ''] = url.split('?');
  const isSignedIn = headers.cookie?.includes('innspect_session=') ?? false;
  const monitoring = path === '/admin' && query.includes('tab=monitoring') ? ahead['/admin?tab=monitoring'] : undefined;
  const files = isSignedIn ? (monitoring ?? ahead[path] ?? ahead['*']) : ahead['/auth'];
  if (!files) return undefined;
  return files.map((file) => `<${file}>; rel=modulepreload; crossorigin`).join(', ');
}

/** The texts of the page's style elements, which the policy has to allow by their hashes. */
export async function readInlineStyles(folder: string): Promise<string[]> {
  const file = join(folder, pageFile);
  if (!existsSync(file)) return [];
  const page = await readFile(file, 'utf8');
  return [...page.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, text = '']) => text);
}

const yearInSeconds = 31_536_000;

/**
 * Serves the built web application: hashed files are cached for a year, and every other address gets the page, whose
 * router handles it. Without a build (during development or in API tests) only the API answers.
 */
export async function serveWeb(app: FastifyInstance, folder: string): Promise<void> {
  if (existsSync(folder)) {
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      index: false,
      // The build writes its stamp to a hidden file.
      dotfiles: 'ignore',
      setHeaders: (response, path) => {
        const immutable = /[\\/]assets[\\/]/.test(path);
        if (isDetectorWorker(path)) response.header('content-security-policy', workerPolicy);
        response.header('cache-control', immutable ? `public, max-age=${yearInSeconds}, immutable` : 'no-cache');
      },
    });
    const ahead = await readAhead(folder);
    const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
      const link = linkHeader(ahead, request);
      if (link) reply.header('link', link);
      return reply.header('cache-control', 'no-cache').sendFile(pageFile);
    };
    // Without this route, a request for the folder without compression would be refused before the handler below.
    app.get('/', { schema: { hide: true } }, (request, reply) => sendPage(request, reply));
    app.setNotFoundHandler((request, reply) => {
      const path = request.url.split('?')[0] ?? '/';
      const isPage =
        (request.method === 'GET' || request.method === 'HEAD') &&
        !/^\/(api|uploads|assets|ws)(\/|$)/.test(path) &&
        !/\.\w+$|\/\./.test(path);
      if (isPage && isUnlisted(path)) reply.header('x-robots-tag', 'noindex, nofollow');
      if (isPage) return sendPage(request, reply);
      throw addressNotFound();
    });
    return;
  }
  app.setNotFoundHandler(() => {
    throw addressNotFound();
  });
}
