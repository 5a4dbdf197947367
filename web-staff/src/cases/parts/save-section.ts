import { useMutation, useQueryClient } from '@tanstack/react-query';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import type { Case, CasePatch } from '#domain/cases/case-wire.schema.ts';
import type { CaseSectionId } from '#domain/cases/sections/case-sections.ts';
import { useApi } from '../../api/api-context.ts';
import { readAgain } from '../../api/cache.ts';
import { caseKeys } from '../keys.ts';
import { cacheCase } from '../mutations.ts';

interface SectionPatch {
  section: CaseSectionId;
  /** The version that the editing began from; 0 of a section that nobody had written. */
  version: number;
  values: Readonly<Record<string, unknown>>;
  /** Fields of other sections that follow from it, by their names in the flat view. */
  also?: Readonly<Record<string, unknown>>;
}

/** Saves one section of a case on top of the version it was read at, and shows the case as it is then. */
export const useSaveCaseSection = (id: string) => {
  const call = useApi();
  const client = useQueryClient();
  const key = caseKeys.one(id);
  return useMutation({
    // Without a connection a save fails at once and says so, and does not wait in silence for one.
    networkMode: 'always',
    mutationFn: ({ section, version, values, also }: SectionPatch) => {
      const body = { ...also, sections: { [section]: { version, values } } } as CasePatch;
      return call(caseEndpoints.update, { params: { id }, body });
    },
    onMutate: () => client.cancelQueries({ queryKey: key }),
    onSuccess: (caseRecord, { section }) => {
      const known = client.getQueryData<Case>(key);
      // Saves of two sections may be answered in the other order.
      if (known && known.version > caseRecord.version) return;
      cacheCase(client, caseRecord, known);
      if (section === 'informant') void readAgain(client, 'case.kin-changed', id);
    },
  });
};
