import { BlockList, isIP } from 'node:net';

/** Networks that are not on the internet, by the registries of special-purpose addresses (RFC 6890). */
const SPECIAL: readonly [string, number, 'ipv4' | 'ipv6'][] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
];

/** Of IPv6, only this network is assigned to the internet; parts of it embed IPv4 addresses or are for examples. */
const GLOBAL_IPV6: readonly [string, number] = ['2000::', 3];
const NOT_GLOBAL_IPV6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const special = new BlockList();
for (const [network, bits, family] of SPECIAL) special.addSubnet(network, bits, family);
for (const [network, bits] of NOT_GLOBAL_IPV6) special.addSubnet(network, bits, 'ipv6');
const globalIpv6 = new BlockList();
globalIpv6.addSubnet(...GLOBAL_IPV6, 'ipv6');

/**
 * True for an IP address on the internet: neither private, loopback, link-local, multicast nor reserved. Connect to the
 * address that was checked, not to the name it belongs to, which could be another one by then.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, 'ipv4');
  return family === 6 && globalIpv6.check(address, 'ipv6') && !special.check(address, 'ipv6');
}
