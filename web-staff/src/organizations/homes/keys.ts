export const funeralHomeKeys = {
  all: ['funeral-homes'],
  list: ['funeral-homes', 'list'],
  one: (id: string) => ['funeral-homes', 'one', id],
  history: (id: string) => ['funeral-homes', 'history', id],
  publicSite: ['public-site'],
} as const;
