import type { PriceListVersion } from '#domain/statements/price-lists/price-list.schema.ts';

export interface VersionContext {
  homeId: string;
  edits: boolean;
  today: string;
  versions: readonly PriceListVersion[];
}
