import { BlockList, isIP } from 'node:net';

/**
 * Networks that are not part of the public internet: private, loopback, link-local, shared, multicast, reserved and
 * example ones.
 */
const closed4 = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closed4.addSubnet(network, bits, 'ipv4');

/** The public internet is 2000::/3, so loopback, local, mapped and translated addresses are outside of it. */
const open6 = new BlockList();
open6.addSubnet('2000::', 3, 'ipv6');
const closed6 = new BlockList();
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed6.addSubnet(network, bits, 'ipv6');

/** Whether a text is a public IP address; false if it is not an IP address. */
export function isPublicAddress(address: string): boolean {
  const kind = isIP(address);
  if (kind === 4) return !closed4.check(address, 'ipv4');
  return kind === 6 && open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6');
}

/** The host of an address: a name, or an IP address without brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');

/** Whether an address may be entered. A host name is looked up only when the address is called. */
export function mayBeCalled(text: string, allowsPrivate: boolean): boolean {
  if (allowsPrivate) return true;
  const url = new URL(text);
  const host = hostOf(url);
  if (url.protocol !== 'https:') return false;
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host.includes('.') && !/(^|\.)(localhost|local|internal|home\.arpa)\.?$/.test(host);
}
