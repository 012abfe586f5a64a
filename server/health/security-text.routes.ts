import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';
import { addressNotFound } from '#server/platform/http/http.errors.ts';
import { anonymous, route } from '#server/platform/http/route.ts';

const path = '/.well-known/security.txt';
const day = 86_400_000;
/** RFC 9116 advises less than a year, so that nobody writes to an outdated address. */
const validDays = 180;

/**
 * The file security.txt (RFC 9116). Its expiry is computed on each request, because a running server's settings are
 * current.
 */
function securityText({ contact, publicUrl }: { contact: string; publicUrl: string | null }, now: Date): string {
  const expires = new Date(Math.floor(now.getTime() / day) * day + validDays * day);
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    ...(publicUrl ? [`Canonical: ${publicUrl}${path}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

export function securityTextRoutes(
  app: FastifyInstance,
  { securityContact: contact, publicUrl }: Pick<Config, 'securityContact' | 'publicUrl'>,
): void {
  route(app, 'GET', path, {
    summary: 'Where to report a security hole (RFC 9116); 404 unless the settings say where',
    tag: 'Server',
    access: anonymous,
    response: {},
    produces: ['text/plain'],
    handle: async ({ reply }) => {
      if (!contact) throw addressNotFound();
      return reply.type('text/plain; charset=utf-8').send(securityText({ contact, publicUrl }, new Date()));
    },
  });
}
