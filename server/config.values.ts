import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

/** A setting: its name, meaning and default, and the function that parses its text. */
export interface Setting<Value> {
  meaning: string;
  /** The default as the documentation shows it. */
  shownDefault: string;
  /** The value when the variable is unset or empty. */
  fallback: NoInfer<Value>;
  /** Turns the text of the variable into its value; throws an Error whose message completes "NAME …". */
  parse(text: string): Value;
}

export function setting<Value>(row: Setting<Value>): Setting<Value> {
  return row;
}

/* Parsers for the texts of settings. Each throws an Error whose message completes "NAME …". */

export function integer(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most)) throw new Error(`must be a whole number from ${least} to ${most}`);
    return value;
  };
}

export function dollars(text: string): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= 0 && value <= 1_000_000)) throw new Error('must be an amount of US dollars, like 25 or 0.40');
  return value;
}

export function percent(text: string): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= 0 && value <= 100)) throw new Error('must be a number from 0 to 100');
  return value;
}

export function percentByState(text: string): Record<string, number> {
  return Object.fromEntries(
    text.split(',').map((part) => {
      const [state = '', value = ''] = part.split(':').map((word) => word.trim());
      if (state === '' || value === '') throw new Error('must be states with percents, such as CA:27,NY:31');
      return [state.toUpperCase(), percent(value)];
    }),
  );
}

export function oneOf<const Choice extends string>(choices: readonly Choice[]): (text: string) => Choice {
  return (text) => {
    const found = choices.find((choice) => choice === text);
    if (!found) throw new Error(`must be one of ${choices.join(', ')}`);
    return found;
  };
}

export const onOff = (text: string): boolean => oneOf(['on', 'off'])(text) === 'on';

export function anyText(text: string): string {
  return text;
}

function urlOf(text: string, protocols: readonly string[], example: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !protocols.includes(url.protocol)) throw new Error(`must be an address like ${example}`);
  return url;
}

export function urlText(protocols: readonly string[], example: string): (text: string) => string {
  return (text) => {
    urlOf(text, protocols, example);
    return text;
  };
}

export function publicUrl(text: string): string {
  const url = urlOf(text, ['http:', 'https:'], 'https://inspect.example.com');
  if (url.pathname !== '/' || url.search || url.hash || url.username) {
    throw new Error('must be an origin without a path, like https://inspect.example.com');
  }
  return url.origin;
}

export interface S3Location {
  bucket: string;
  endpoint: string | null;
  region: string;
}

export function storageUrl(text: string): S3Location {
  const url = urlOf(text, ['s3:'], 's3://bucket?endpoint=https://s3.example.com&region=eu-central-1');
  const endpoint = url.searchParams.get('endpoint');
  if (!url.hostname || (url.pathname !== '' && url.pathname !== '/')) {
    throw new Error('must name a bucket and nothing below it, like s3://bucket?region=eu-central-1');
  }
  if (endpoint !== null && !/^https?:$/.test(URL.canParse(endpoint) ? new URL(endpoint).protocol : '')) {
    throw new Error('must have an http or https address as its endpoint');
  }
  return { bucket: url.hostname, endpoint, region: url.searchParams.get('region') ?? 'us-east-1' };
}

/**
 * Parses a path in a bucket such as `s3://bucket/path?endpoint=…&region=…`; without endpoint and region it is in the
 * store `near`.
 */
export function bucketPath(text: string, near: S3Location | null): { bucket: S3Location; path: string } {
  const url = urlOf(text, ['s3:'], 's3://bucket/path');
  const path = url.pathname.replace(/^\//, '');
  const own = storageUrl(`s3://${url.host}${url.search}`);
  const { endpoint, region } = url.search === '' && near ? near : own;
  return { bucket: { bucket: own.bucket, endpoint, region }, path };
}

/** A folder, or a path in a bucket; throws for text that is neither. */
export function folderOrBucket(text: string): string {
  if (text.startsWith('s3:')) bucketPath(text, null);
  return text;
}

/** The contact for security reports in the form of RFC 9116: a mailto: or an https address. */
export function contact(text: string): string {
  if (/^[^\s@<>:]+@[^\s@<>]+\.[^\s@<>]+$/.test(text)) return `mailto:${text}`;
  const url = URL.canParse(text) && !/\s/.test(text) ? new URL(text) : null;
  if (url?.protocol === 'https:' || (url?.protocol === 'mailto:' && url.pathname.includes('@'))) return url.href;
  throw new Error('must be an e-mail address, or an https address like https://example.com/security');
}

/** At least 32 characters, 12 of them different: `openssl rand -base64 32` passes, a typed phrase fails. */
export function secret(text: string): string {
  if (text.length < 32 || new Set(text).size < 12) {
    throw new Error('is too weak: it needs at least 32 random characters, for example from: openssl rand -base64 32');
  }
  return text;
}

/** Secrets like above, separated by commas. */
export function secrets(text: string): [string, ...string[]] {
  const [first = '', ...rest] = text.split(',').map((part) => part.trim());
  return [secret(first), ...rest.map(secret)];
}

/** Addresses and networks such as `10.0.0.5, 192.168.0.0/16`, but never all addresses. */
export function networks(text: string): string[] {
  const entries = text.split(',').map((entry) => entry.trim());
  for (const entry of entries) {
    const [address = '', bits, ...rest] = entry.split('/');
    const family = isIP(address);
    const isRange =
      bits === undefined || (/^\d+$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128));
    if (family === 0 || !isRange || rest.length > 0) {
      throw new Error('must list IP addresses or networks like 10.0.0.5, 192.168.0.0/16');
    }
  }
  return entries;
}

/** Host names, separated by commas. */
export function hostNames(text: string): string[] {
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  if (names.some((name) => !/^[a-z\d]([a-z\d.-]*[a-z\d])?$/.test(name))) {
    throw new Error('must list host names without ports, like inspect.example.com, demo.example.com');
  }
  return names;
}

/** Any words, separated by commas. */
export const words = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);

export function domains(text: string): string[] {
  const names = words(text).map((name) => name.toLowerCase());
  if (names.some((name) => !/^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)+$/.test(name))) {
    throw new Error('must list domains, like example.com, hotels.example.com');
  }
  return names;
}

/** Plain http is allowed on this machine only, because an eavesdropper could sign in as any user. */
export function issuerUrl(text: string): string {
  const url = urlOf(text, ['http:', 'https:'], 'https://login.example.com');
  if (url.protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)) {
    throw new Error('must use https, unless it is on this machine');
  }
  return text;
}

/**
 * What a setting says, from the environment or from the file that its name with `_FILE` behind it names, as vaults, systemd
 * and containers hand secrets over. Empty where it is not set.
 */
export function givenText(name: string, env: NodeJS.ProcessEnv): string {
  const [text, file] = [env[name]?.trim() ?? '', env[`${name}_FILE`]?.trim() ?? ''];
  if (!file) return text;
  if (text) throw new Error(`and ${name}_FILE are both set; only one of them can be`);
  let content: string;
  try {
    content = readFileSync(file, 'utf8').trim();
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new Error(`cannot be read from ${file} (${reason})`, { cause: error });
  }
  if (!content) throw new Error(`cannot be read from ${file}, which is empty`);
  return content;
}
