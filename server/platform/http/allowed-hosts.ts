import { isIP } from 'node:net';
import { hostname } from 'node:os';

/** Endings that public DNS never resolves, so that no other site can own such names (RFC 6761, RFC 6762, RFC 8375). */
const privateEndings = ['.localhost', '.local', '.internal', '.test', '.home.arpa'];

/** The name without the port, and without the brackets of an IPv6 address. */
function nameOf(host: string): string {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return name.startsWith('[') ? name.slice(1, -1) : name;
}

/** Whether a host is this machine, so that nothing is sent over a network. */
export const isThisMachine = (host: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(host.toLowerCase());

/**
 * Whether a host names this server: an IP address, a name without a dot (localhost, a container's), a private name, the
 * machine's own, or one of `named`.
 */
export function isAllowedHost(host: string, named: readonly string[]): boolean {
  const name = nameOf(host);
  if (isIP(name) !== 0 || /^[a-z\d_-]+$/.test(name)) return true;
  if (privateEndings.some((ending) => name.endsWith(ending))) return true;
  return [hostname(), ...named].some((each) => each.toLowerCase() === name);
}
