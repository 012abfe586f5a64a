import type { FastifyRequest } from 'fastify';

/**
 * Whether a page of this origin belongs to this server: to the configured origin, or else to the host that was called.
 */
export function isOwnOrigin(
  origin: string | undefined,
  host: string | undefined,
  publicOrigin: string | null,
): boolean {
  if (!origin || !URL.canParse(origin)) return false;
  return publicOrigin ? origin === publicOrigin : new URL(origin).host === host;
}

/**
 * Whether the headers show that a request comes from a page of another site. Browsers send Sec-Fetch-Site (on https and
 * localhost) or Origin with every changing request. A request with neither does not come from a browser, in which
 * another site could abuse the session cookie.
 */
export function isFromElsewhere({ headers }: FastifyRequest, publicOrigin: string | null): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  return headers.origin !== undefined && !isOwnOrigin(headers.origin, headers.host, publicOrigin);
}
