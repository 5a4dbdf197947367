/** The one table as AWS and the local engine make it; functions/platform/store/keys.ts says what each key and index is for. */
export const tableShape = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Each index has the keys `<name>pk` and `<name>sk`. */
  indexes: ['gsi1', 'gsi2', 'gsi3', 'gsi4'],
  /** What of an item stands in every index beside its keys. */
  projected: ['row'],
  streamView: 'NEW_IMAGE',
  /** Attribute with the second at which DynamoDB removes an item. */
  expiry: 'expires_at',
} as const;

export type IndexName = (typeof tableShape.indexes)[number];
