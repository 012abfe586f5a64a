import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sharedPlanPath } from '#contract/plan-shares.ts';
import { addressNotFound } from '#server/platform/http/http.errors.ts';

/** The page of links to plans, which search engines must not list. */
const isUnlisted = (path: string): boolean => path === sharedPlanPath || path.startsWith(`${sharedPlanPath}/`);

/** The worker that analyzes camera frames compiles WebAssembly, which the policy of the pages forbids. */
const isDetectorWorker = (path: string): boolean => /[\\/]assets[\\/]detector\.worker-[\w-]+\.js/.test(path);
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

const pageFile = 'index.html';
export interface InlineCode {
  styles: string[];
  scripts: string[];
}

/** The texts of the style and script elements in the page, which the policy has to allow by their hashes. */
export async function readInlineCode(folder: string): Promise<InlineCode> {
  const file = join(folder, pageFile);
  const page = existsSync(file) ? await readFile(file, 'utf8') : '';
  const textsOf = (element: RegExp): string[] => [...page.matchAll(element)].map(([, text = '']) => text);
  // A script element with a type holds data.
  return {
    styles: textsOf(/<style[^>]*>([\s\S]*?)<\/style>/g),
    scripts: textsOf(/<script>([\s\S]*?)<\/script>/g),
  };
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
    const sendPage = (reply: FastifyReply) => reply.header('cache-control', 'no-cache').sendFile(pageFile);
    // Without this route, a request for the folder without compression would be refused before the handler below.
    app.get('/', { schema: { hide: true } }, (_request, reply) => sendPage(reply));
    app.setNotFoundHandler((request, reply) => {
      const path = request.url.split('?')[0] ?? '/';
      const isPage =
        (request.method === 'GET' || request.method === 'HEAD') &&
        !/^\/(api|uploads|assets|ws)(\/|$)/.test(path) &&
        !/\.\w+$|\/\./.test(path);
      if (isPage && isUnlisted(path)) reply.header('x-robots-tag', 'noindex, nofollow');
      if (isPage) return sendPage(reply);
      throw addressNotFound();
    });
    return;
  }
  app.setNotFoundHandler(() => {
    throw addressNotFound();
  });
}
