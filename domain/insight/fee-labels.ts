import { burialFeesFields } from '#domain/cases/sections/burial-fees.ts';
import { servicesFeesFields } from '#domain/cases/sections/services-fees.ts';

const labels: ReadonlyMap<string, string> = new Map(
  [...servicesFeesFields, ...burialFeesFields].map(({ name, label }) => [name, label]),
);

/** What a fee of the Statement is called, by the name of its field. */
export const feeLabel = (name: string): string =>
  name === 'death_certificate_fee_each' ? 'Death certificates' : (labels.get(name) ?? name);
