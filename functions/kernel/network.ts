import ipaddr from 'ipaddr.js';

/** One caller may have every address of an IPv6 /64, so that its network is what is counted (quality S-22). */
const prefixBits = 64;

/** The network that an address belongs to, the same for all the ways of writing it; what is no address stands for itself. */
export const networkOf = (ip: string): string => {
  if (!ipaddr.isValid(ip)) return ip;
  // An IPv4 address that came in IPv6 form is that IPv4 address.
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString()}/${prefixBits}`).toNormalizedString();
};
