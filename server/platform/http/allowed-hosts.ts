import { isIP } from 'node:net';
import { hostname } from 'node:os';

/** Names that no public DNS answers, so that no other site can own them (RFC 6761, RFC 6762, RFC 8375). */
const privateEndings = ['.localhost', '.local', '.internal', '.test', '.home.arpa'];

/** The name without the port, and without the brackets of an IPv6 address. */
function nameOf(host: string): string {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return name.startsWith('[') ? name.slice(1, -1) : name;
}

/** Whether a host is this machine, to which nothing travels through a network. */
export const isThisMachine = (host: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(host.toLowerCase());

/**
 * Whether a host names this server: an IP address, a name without a dot (localhost, a container's), a private one, the
 * machine's own, or one of the `named`.
 */
export function isAllowedHost(host: string, named: readonly string[]): boolean {
  const name = nameOf(host);
  if (isIP(name) !== 0 || /^[a-z\d_-]+$/.test(name)) return true;
  if (privateEndings.some((ending) => name.endsWith(ending))) return true;
  return [hostname(), ...named].some((each) => each.toLowerCase() === name);
}
