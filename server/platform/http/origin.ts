import type { FastifyRequest } from 'fastify';

/** Whether a page of this origin is one of ours: the configured one, or else of the host that was called. */
export function isOwnOrigin(
  origin: string | undefined,
  host: string | undefined,
  publicOrigin: string | null,
): boolean {
  if (!origin || !URL.canParse(origin)) return false;
  return publicOrigin ? origin === publicOrigin : new URL(origin).host === host;
}

/**
 * Whether a browser says that a request comes from a page of somebody else. Browsers send Sec-Fetch-Site (on https and
 * localhost) or Origin with whatever changes something; a request with neither is not from a browser, and there the
 * cookie, which is SameSite, is not sent by another site's doing.
 */
export function isFromElsewhere({ headers }: FastifyRequest, publicOrigin: string | null): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  return headers.origin !== undefined && !isOwnOrigin(headers.origin, headers.host, publicOrigin);
}
