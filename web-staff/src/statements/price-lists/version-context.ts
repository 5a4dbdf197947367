import type { PriceListVersion } from '#domain/statements/price-lists/price-list.schema.ts';

/** What every view of a version knows of its home. */
export interface VersionContext {
  homeId: string;
  edits: boolean;
  /** The day it is in the home. */
  today: string;
  versions: readonly PriceListVersion[];
}
