import { lookup as lookUp, type LookupAddress } from 'node:dns';
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { hostOf, isPublicAddress } from './addresses.rules.ts';

/** All addresses of a name. */
export type Resolve = (name: string) => Promise<LookupAddress[]>;

const resolveBySystem: Resolve = (name) =>
  new Promise((resolve, reject) => {
    lookUp(name, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });

/** Why a call failed, as a sentence that an admin may see. */
export class CallFailure extends Error {
  readonly status: number | null;
  constructor(sentence: string, status: number | null = null) {
    super(sentence);
    this.name = 'CallFailure';
    this.status = status;
  }
}

const notAllowed = () => new CallFailure('The address is not one of the internet');

/**
 * Looks up a name for one connection, which is opened to exactly the addresses that were checked here. A name that
 * points elsewhere a moment later (DNS rebinding) gains nothing, because it is not looked up again.
 */
function checkedLookup(allowsPrivate: boolean, resolve: Resolve): LookupFunction {
  return (name, { all }, done) => {
    resolve(name).then(
      (addresses) => {
        const [first] = addresses;
        if (!first) return done(new CallFailure('The name has no address'), []);
        if (!allowsPrivate && !addresses.every(({ address }) => isPublicAddress(address)))
          return done(notAllowed(), []);
        if (all) done(null, addresses);
        else done(null, first.address, first.family);
      },
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), []),
    );
  };
}

const sentences: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was closed before an answer',
  ENOTFOUND: 'The name was not found',
  EAI_AGAIN: 'The name could not be looked up',
  ETIMEDOUT: 'There was no answer in time',
  ABORT_ERR: 'There was no answer in time',
  HPE_HEADER_OVERFLOW: 'The answer was too long',
};

function failureOf(error: unknown): CallFailure {
  if (error instanceof CallFailure) return error;
  if (!(error instanceof Error)) return new CallFailure('The call failed');
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error.name === 'AbortError' || error.name === 'TimeoutError')
    return new CallFailure('There was no answer in time');
  if (/CERT|TLS|SSL|SIGNATURE/.test(code)) return new CallFailure('The certificate of the address is not valid');
  return new CallFailure(sentences[code] ?? 'The connection failed');
}

export interface CallOptions {
  allowsPrivate: boolean;
  headers: Record<string, string>;
  body: string | Buffer;
  /** The time limit for the whole call, in milliseconds. */
  timeout: number;
  resolve?: Resolve;
}

/**
 * Posts a body and returns the status of a successful answer; the rest of the answer is not read. Throws CallFailure. A
 * redirect is a failure, because following it would send the event to an address that nobody entered.
 */
export async function call(address: string, options: CallOptions): Promise<number> {
  const url = new URL(address);
  const host = hostOf(url);
  const { allowsPrivate, body, headers, resolve = resolveBySystem, timeout } = options;
  if (!allowsPrivate && url.protocol !== 'https:') throw new CallFailure('The address does not use https');
  // An IP address is not looked up, so it is checked here.
  if (!allowsPrivate && isIP(host) !== 0 && !isPublicAddress(host)) throw notAllowed();
  const answer = await send(url, body, {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    lookup: checkedLookup(allowsPrivate, resolve),
    // Use a new connection, never one that was opened for another check.
    agent: false,
    signal: AbortSignal.timeout(timeout),
    maxHeaderSize: 16 * 1024,
  }).catch((error: unknown) => {
    throw failureOf(error);
  });
  const status = answer.statusCode ?? 0;
  if (status >= 300 && status < 400) throw new CallFailure('The address answered with a redirect', status);
  if (status < 200 || status >= 300) throw new CallFailure(`The address answered with ${status}`, status);
  return status;
}

const send = (url: URL, body: string | Buffer, options: RequestOptions): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, (answer) => {
      answer.on('error', () => undefined);
      answer.destroy();
      resolve(answer);
    });
    request.on('error', reject);
    request.end(body);
  });
