export const priceListKeys = {
  ofHome: (homeId: string) => ['price-lists', homeId],
  list: (homeId: string) => ['price-lists', homeId, 'list'],
  allInForce: (homeId: string) => ['price-lists', homeId, 'in-force'],
  inForce: (homeId: string, date: string) => ['price-lists', homeId, 'in-force', date],
  one: (homeId: string, id: string) => ['price-lists', homeId, 'one', id],
} as const;
