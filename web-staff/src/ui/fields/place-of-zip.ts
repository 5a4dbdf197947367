import { zips } from 'virtual:zip-codes';
import { isWholeZip, placeInLines, type ZipPlace } from '#domain/shared/forms/addresses.ts';

/** Returns the place of a complete ZIP code; undefined if it is not listed, or offline. */
export const placeOfZip = async (zip: unknown): Promise<ZipPlace | undefined> => {
  if (!isWholeZip(zip)) return undefined;
  const part = await zips[Number(zip[0])]?.().catch(() => undefined);
  return part && placeInLines(zip, part.default);
};
