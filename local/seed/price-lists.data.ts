import type { PriceListKind } from '#domain/statements/price-lists/price-list-rules.ts';

/** An item of a demo price list; prices are whole dollars at the standard level. */
interface DemoPrice {
  code: string;
  description: string;
  fills: string;
  price: number;
  to?: number;
  includes?: string;
}

const price = (code: string, description: string, fills: string, dollars: number, more: Partial<DemoPrice> = {}) => ({
  code,
  description,
  fills,
  price: dollars,
  ...more,
});

const bundled =
  'Basic services, transfer within 30 miles, shelter for five days, permits and filing of the certificate';

const general: readonly DemoPrice[] = [
  price('BASIC', 'Basic services of funeral director and staff, and overhead', 'basic_services_fee', 2495),
  price('EMB', 'Embalming', 'embalming_fee', 845),
  price('PREP', 'Dressing, cosmetics and placement in the casket', 'other_preparation_fee', 275),
  price('REFR', 'Refrigeration, each day after the third', 'service_line', 60),
  price('VIEW', 'Use of facilities and staff for viewing, one day', 'viewing_visitation_fee', 595),
  price('CEREMONY', 'Use of facilities and staff for a funeral ceremony', 'funeral_ceremony_fee', 695),
  price('MEMORIAL', 'Use of facilities and staff for a memorial service', 'memorial_service_fee', 595),
  price('GRAVESIDE', 'Equipment and staff for a graveside service', 'graveside_service_fee', 545),
  price('CHURCH', 'Staff for a service at a church or another place', 'church_service_fee', 495),
  price('TRANSFER', 'Transfer of remains to the funeral home, within 30 miles', 'transfer_remains_fee', 395),
  price('HEARSE', 'Hearse, within 30 miles', 'hearse_fee', 375),
  price('LIMO', 'Limousine, within 30 miles', 'limousine_fee', 295),
  price('SEDAN', 'Sedan for clergy or pallbearers', 'sedan_fee', 145),
  price('UTILITY', 'Utility vehicle for flowers', 'utility_vehicle_fee', 125),
  price('CASKETS', 'Caskets', 'casket_fee', 1195, { to: 6895 }),
  price('OBC', 'Outer burial containers', 'outer_burial_container_fee', 1095, { to: 3995 }),
  price('CARDS', 'Acknowledgement cards, box of 25', 'acknowledgement_cards_fee', 35),
  price('BOOK', 'Register book', 'register_book_fee', 75),
  price('FOLDERS', 'Memory folders, 100', 'memory_folders_fee', 125),
  price('URN', 'Urns', 'cremation_urn_fee', 95, { to: 1250 }),
  price('CLOTHING', 'Burial garments', 'clothing_fee', 145, { to: 325 }),
  price('FORWARD', 'Forwarding of remains to another funeral home', 'forwarding_remains_fee', 2195, {
    includes: `${bundled}, embalming, shipping container`,
  }),
  price('RECEIVE', 'Receiving of remains from another funeral home', 'receiving_remains_fee', 1895, {
    includes: 'Basic services, transfer from the airport, shelter for three days, transport to the cemetery',
  }),
  price('DC-OWN', 'Direct cremation, with a container that you provide', 'direct_cremation_fee', 1895, {
    includes: `${bundled}, crematory fee`,
  }),
  price('DC-FIBER', 'Direct cremation, with a fiberboard container', 'direct_cremation_fee', 1990, {
    includes: `${bundled}, crematory fee, fiberboard container`,
  }),
  price('IB-OWN', 'Immediate burial, with a casket that you provide', 'immediate_burial_fee', 2395, {
    includes: `${bundled}, transport to the cemetery`,
  }),
  price('IB-CLOTH', 'Immediate burial, with a cloth-covered casket', 'immediate_burial_fee', 3390, {
    includes: `${bundled}, transport to the cemetery, cloth-covered casket`,
  }),
  price('PKG-TRAD', 'Traditional funeral: viewing and ceremony on one day', 'package_line', 5495, {
    includes: 'Basic services, transfer, embalming, preparation, viewing, ceremony, hearse, register book',
  }),
  price('DC-COPY', 'Certified copy of the death certificate, each', 'death_certificate_fee_each', 10),
];

const caskets: readonly DemoPrice[] = [
  price('C-CLOTH', 'Cloth-covered fiberboard, gray, crepe interior', 'casket_fee', 1195),
  price('C-20-SLV', '20 gauge steel, silver, white crepe interior', 'casket_fee', 1695),
  price('C-20-BLU', '20 gauge steel, blue, gasketed, crepe interior', 'casket_fee', 1995),
  price('C-18-COP', '18 gauge steel, copper finish, gasketed, rosetan velvet', 'casket_fee', 2795),
  price('C-POPLAR', 'Solid poplar, satin finish, ivory crepe', 'casket_fee', 2595),
  price('C-OAK', 'Solid oak, satin finish, rosetan crepe', 'casket_fee', 3495),
  price('C-CHERRY', 'Solid cherry, polished, champagne velvet', 'casket_fee', 4895),
  price('C-BRONZE', '32 ounce bronze, brushed, velvet', 'casket_fee', 6895),
  price('C-PINE', 'Plain pine without metal', 'casket_fee', 1895),
];

const containers: readonly DemoPrice[] = [
  price('V-LINER', 'Concrete grave liner, not sealed', 'outer_burial_container_fee', 1095),
  price('V-POLY', 'Concrete vault, plastic lined', 'outer_burial_container_fee', 1595),
  price('V-STEEL', 'Concrete vault, stainless steel lined', 'outer_burial_container_fee', 2695),
  price('V-BRONZE', 'Concrete vault, bronze lined', 'outer_burial_container_fee', 3995),
];

export const demoPriceLists: Record<PriceListKind, readonly DemoPrice[]> = {
  general,
  casket: caskets,
  outer_burial_container: containers,
};

export const demoContainers = 'fiberboard boxes and pressed-wood cases';

const standard: ReadonlyMap<string, DemoPrice> = new Map(
  Object.values(demoPriceLists).flatMap((items) => items.map((item) => [item.code, item])),
);

/** Returns the item of a code at the standard level. */
export const priceOf = (code: string): DemoPrice => {
  const found = standard.get(code);
  if (!found) throw new Error(`no price list has ${code}`);
  return found;
};

/** Prices are rounded to this many cents. */
const step = 500;

/** Returns a location's share of a price in cents, rounded; low prices stay unchanged. */
export const atLevel = (dollars: number, percent: number): number =>
  dollars < 50 ? dollars * 100 : Math.round((dollars * percent) / step) * step;
