/** The price lists that a funeral home hands out (16 CFR 453.2(b)(2) to (4)). */
export const priceListKinds = ['general', 'casket', 'outer_burial_container'] as const;
export type PriceListKind = (typeof priceListKinds)[number];

/** The captions that the lists must carry. */
export const priceListCaptions: Record<PriceListKind, string> = {
  general: 'General price list',
  casket: 'Casket price list',
  outer_burial_container: 'Outer burial container price list',
};
