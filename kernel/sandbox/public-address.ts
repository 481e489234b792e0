/** Which addresses are those of the internet, and of nobody near: names are made to lead to the others. */
import { BlockList } from 'node:net';
import { networkInterfaces } from 'node:os';

/** IANA IPv4 Special-Purpose Address Registry (RFC 6890), as far as something may answer there. */
const NEAR: readonly (readonly [network: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  // Shared by the customers of a provider; a cloud has its metadata there.
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Of one link; most clouds have their metadata there.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // In none of the registries: what Azure gives its machines their settings by.
  ['168.63.129.16', 32],
];

/** What IANA gives out as global unicast; whatever lies outside of it is local, or another address in disguise. */
const GLOBAL_UNICAST = ['2000::', 3] as const;
/** Teredo and 6to4: they hold an IPv4 address. */
const DISGUISED: readonly (readonly [network: string, bits: number])[] = [
  ['2001::', 32],
  ['2002::', 16],
];

const near = new BlockList();
for (const [network, bits] of NEAR) near.addSubnet(network, bits, 'ipv4');
const globalUnicast = new BlockList();
globalUnicast.addSubnet(...GLOBAL_UNICAST, 'ipv6');
const disguised = new BlockList();
for (const [network, bits] of DISGUISED) disguised.addSubnet(network, bits, 'ipv6');
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** An address as the resolver gives it; the family is 4 or 6. */
export interface Address {
  readonly address: string;
  readonly family: number;
}

/** Not this machine under any of its addresses, not its network, not the machines of its provider. */
export const isPublic = ({ address, family }: Address): boolean => {
  if (isOwn(address)) return false;
  return family === 4
    ? !near.check(address, 'ipv4')
    : globalUnicast.check(address, 'ipv6') && !disguised.check(address, 'ipv6');
};

/** Is this the machine itself? */
export const isLoopback = ({ address, family }: Address): boolean =>
  loopback.check(address, family === 4 ? 'ipv4' : 'ipv6');

const isOwn = (address: string): boolean =>
  Object.values(networkInterfaces()).some((own) => own?.some((one) => one.address === address));
