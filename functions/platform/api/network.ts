import { isIPv6 } from 'node:net';

const groups = 8;
/** One caller may have every address of an IPv6 /64, so that its network is what is counted (quality S-22). */
const networkGroups = 4;
/** What a provider gives to one site. */
const siteGroups = 3;

const hex = (part: string): number[] => (part ? part.split(':').map((group) => Number.parseInt(group, 16)) : []);

/** The eight groups of an IPv6 address, however it is written. */
const groupsOf = (ip: string): number[] => {
  // A zone names an interface of this machine; the last two groups may stand as an IPv4 address.
  const plain = ip.replace(/%.*$/, '').replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [head = '', tail] = plain.split('::');
  const [before, after] = [hex(head), hex(tail ?? '')];
  const left = tail === undefined ? 0 : groups - before.length - after.length;
  return [...before, ...Array<number>(left).fill(0), ...after];
};

const prefixOf = (address: readonly number[], length: number): string =>
  `${address
    .slice(0, length)
    .map((group) => group.toString(16))
    .join(':')}::/${length * 16}`;

/** The network that an address belongs to, the same for all the ways of writing it; what is no address stands for itself. */
export const networkOf = (ip: string): string => {
  if (!isIPv6(ip)) return ip;
  const address = groupsOf(ip);
  const [high = 0, low = 0] = address.slice(6);
  const isMapped = address.slice(0, 5).every((group) => group === 0) && address[5] === 0xffff;
  // An IPv4 address that came in IPv6 form is that IPv4 address.
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return prefixOf(address, networkGroups);
};

/** The /48 that an IPv6 address belongs to: a subscriber may have that many networks. Undefined for IPv4. */
export const ipv6Site = (ip: string): string | undefined =>
  networkOf(ip).endsWith('/64') ? prefixOf(groupsOf(ip), siteGroups) : undefined;
