/** functions/platform/store/keys.ts documents the keys and indexes. */
export const tableShape = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Each index has the keys `<name>pk` and `<name>sk`. */
  indexes: ['gsi1', 'gsi2', 'gsi3', 'gsi4'],
  /** Attributes projected into every index. */
  projected: ['row'],
  streamView: 'NEW_IMAGE',
  /** Attribute with the second at which DynamoDB deletes an item. */
  expiry: 'expires_at',
} as const;

export type IndexName = (typeof tableShape.indexes)[number];
