import type { Case } from '#domain/cases/case-wire.schema.ts';
import { presentCase } from '#domain/cases/present-case.ts';
import type { CaseSectionId } from '#domain/cases/sections/case-sections.ts';
import type { StoredCase } from '#functions/cases/repository/cases.ts';
import type { CaseEdit } from './change-case.ts';

/** A case as it is answered, with what its home is called now. */
export const caseAnswer = ({ core, sections }: StoredCase, homeName: string): Case =>
  presentCase({ ...core, funeral_home_name: homeName }, sections);

/** A case as an edit leaves it. */
export const applyCaseEdit = (
  { core, sections }: StoredCase,
  edit: Pick<CaseEdit, 'core' | 'sections'>,
  now: Date,
): StoredCase => {
  const at = now.toISOString();
  const changed = [...edit.sections].map(([id, values]): [CaseSectionId, StoredCase['sections'][string]] => [
    id,
    { version: (sections[id]?.version ?? 0) + 1, updated_at: at, values },
  ]);
  return {
    core: { ...core, ...edit.core, version: core.version + 1, updated_at: at },
    sections: { ...sections, ...Object.fromEntries(changed) },
  };
};
