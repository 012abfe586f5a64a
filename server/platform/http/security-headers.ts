import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

export interface SecurityHeaderOptions {
  /** The origin of this server's pages; null accepts the host that a request was sent to. */
  publicOrigin: string | null;
  /** The origin of an S3 store that browsers upload to; null without one. */
  uploadOrigin: string | null;
  /** The texts of the style and script elements that are part of the built page; no other inline style or script applies. */
  inlineCode: { styles: readonly string[]; scripts: readonly string[] };
  /** Whether pages are reached by https alone. */
  secure: boolean;
}

/** The CSP source for WebSockets, because in some browsers 'self' covers only http and https. */
function socketSource(publicOrigin: string | null, host: string | undefined): string {
  if (publicOrigin) return publicOrigin.replace(/^http/, 'ws');
  return host && /^[\w.:[\]-]+$/.test(host) ? `ws://${host} wss://${host}` : "'self'";
}

/** The CSP source for a script or style element with this text. */
const hashSource = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;

/** The device features that pages may use: those that a recording needs. */
const permissions = [
  'camera=(self), microphone=(self), geolocation=(self)',
  'bluetooth=(), display-capture=(), hid=(), midi=(), payment=(), serial=(), usb=()',
].join(', ');

type Headers = Readonly<Record<string, string>>;

/** A server has few names; a stranger can send any number of them. */
const maxHosts = 100;

/** What helmet sets on an answer to this host. */
function headersFor(host: string | undefined, options: SecurityHeaderOptions): Headers {
  const { publicOrigin, uploadOrigin, inlineCode, secure } = options;
  const headers: Record<string, string> = { 'permissions-policy': permissions };
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inlineCode.scripts.map(hashSource)],
        styleSrc: ["'self'", ...inlineCode.styles.map(hashSource)],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'", socketSource(publicOrigin, host), ...(uploadOrigin ? [uploadOrigin] : [])],
        fontSrc: ["'self'", 'data:'],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: secure,
  });
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => undefined,
  };
  setHeaders({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}

/** The headers that protect pages, by the host that was called; made once for each, because helmet makes them anew each time. */
export function createPageHeaders(options: SecurityHeaderOptions): (host: string | undefined) => Headers {
  const made = new Map<string | undefined, Headers>();
  return (host) => {
    const existing = made.get(host);
    if (existing) return existing;
    if (made.size >= maxHosts) made.clear();
    const headers = headersFor(host, options);
    made.set(host, headers);
    return headers;
  };
}

/** The headers of pages that JSON needs as well. */
const ofPagesAndData = new Set([
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
]);
const dataPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The headers that protect JSON: a browser that opens it as a page may do nothing with it. Without the others, an answer is 0.7 KB
 * smaller.
 */
export function createDataHeaders(options: SecurityHeaderOptions): Headers {
  const shared = Object.entries(headersFor(undefined, options)).filter(([name]) => ofPagesAndData.has(name));
  return { ...Object.fromEntries(shared), 'content-security-policy': dataPolicy };
}
