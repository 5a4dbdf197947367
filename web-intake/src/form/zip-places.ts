import { intakeSections } from '#domain/intake/intake.sections.ts';
import type { IntakeFormValues } from '#domain/intake/intake-answers.ts';
import { addressesIn } from '#domain/shared/forms/addresses.ts';
import { filledByZip, isWholeZip, placeInLines, type ZipPlace } from '#domain/shared/forms/zip-fill.ts';

const addresses = intakeSections.flatMap(({ fields }) => addressesIn(fields));

/** Fills blank cities, counties and states from ZIP codes as they are typed; without a connection nothing is filled. */
export const zipFiller = (values: () => IntakeFormValues, fill: (filled: Partial<IntakeFormValues>) => void) => {
  const before = new Map<string, ZipPlace>();
  return async (name: string, typed: unknown): Promise<void> => {
    const address = addresses.find(({ zip }) => zip === name);
    if (!address || !isWholeZip(typed)) return;
    try {
      const { zips } = await import('virtual:zip-codes');
      const place = placeInLines(typed, (await zips[Number(typed[0])]?.())?.default ?? '');
      if (!place || values()[name as keyof IntakeFormValues] !== typed) return;
      fill(filledByZip(address, values(), place, before.get(name)));
      before.set(name, place);
    } catch {
      // The family types the place itself.
    }
  };
};
