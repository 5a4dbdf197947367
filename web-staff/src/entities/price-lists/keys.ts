/** What is cached about a home's price lists: everything stands under `ofHome`. */
export const priceListKeys = {
  ofHome: (homeId: string) => ['price-lists', homeId],
  list: (homeId: string) => ['price-lists', homeId, 'list'],
  one: (homeId: string, id: string) => ['price-lists', homeId, 'one', id],
} as const;
