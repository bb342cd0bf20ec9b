import { expect, test } from 'vitest';
import { isPublicAddress } from './outgoing-addresses.ts';

test.each(['8.8.8.8', '172.32.0.1', '192.0.1.1', '100.128.0.1', '223.255.255.255', '2606:4700::1111', '2a00::1'])(
  '%s is on the internet',
  (address) => expect(isPublicAddress(address)).toBe(true),
);

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.255.255',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '255.255.255.255',
  '224.0.0.1',
  '::',
  '::1',
  'fe80::1',
  'fe80::1%eth0',
  'fd00::1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::a00:1',
  '2002:a00:1::',
  '2001:db8::1',
  'localhost',
  '',
])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false));
