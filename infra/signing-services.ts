import type { Config } from './config.ts';

/** A DocuSeal that organizations may be connected to, as the setting `SIGNING_SERVICES` lists them. */
interface Service {
  id: string;
  label: string;
  api: string;
  hosts: readonly string[];
}

const cloud: readonly Service[] = [
  { id: 'us', label: 'DocuSeal (United States)', api: 'https://api.docuseal.com', hosts: ['docuseal.com'] },
  { id: 'eu', label: 'DocuSeal (European Union)', api: 'https://api.docuseal.eu', hosts: ['docuseal.eu'] },
];

/** DocuSeal's cloud, and what a stage allows besides: nobody but an operator makes the product ask another host. */
export const signingServicesOf = ({ signingHosts }: Pick<Config, 'signingHosts'>): readonly Service[] => [
  ...cloud,
  ...signingHosts.map((host) => ({ id: host, label: host, api: `https://${host}/api`, hosts: [] })),
];
