import { wireValuesOf } from '#domain/shared/forms/wire.ts';
import { maskSsn } from '#domain/shared/values/ssn.ts';
import { deadlinesRun } from './case-lifecycle.ts';
import { deceasedName } from './case-row.ts';
import type { Case } from './case-wire.schema.ts';
import { sectionsWithoutEmbeddedDraft } from './draft-data.ts';
import { toFlatCase } from './flat-case.ts';
import { fieldsOfSection } from './sections/case-sections.ts';
import { isSectionId } from './sections/section-definitions.ts';
import { type CaseCore, type StoredSections, sectionsWithCoreValues } from './sections-with-core.ts';

/**
 * A case as the wire carries it: named fields of the core, the sections, and their flat view. Drafts that older programs
 * embedded in the family's notes stand in the fields that they are for.
 */
export function presentCase(core: CaseCore, stored: StoredSections): Case {
  const known = sectionsWithoutEmbeddedDraft(sectionsWithCoreValues(core, stored));
  const values = Object.fromEntries(
    Object.entries(known).flatMap(([id, kept]) =>
      isSectionId(id) ? [[id, wireValuesOf(fieldsOfSection(id), kept)]] : [],
    ),
  );
  const written = Object.entries(values).filter(([id]) => stored[id]);
  // One object that grows: a literal that spreads hundreds of names, other ones in each case, is six times as slow.
  return Object.assign(toFlatCase(values), {
    id: core.id,
    case_number: core.case_number,
    status: core.status,
    version: core.version,
    created_at: core.created_at,
    updated_at: core.updated_at,
    created_by_name: core.created_by_name,
    deceased_full_name: deceasedName(known.deceased),
    social_security_number: core.ssn_last4 ? maskSsn(core.ssn_last4) : '',
    funeral_home_id: core.funeral_home_id,
    funeral_home_name: core.funeral_home_name,
    source_submission_id: core.source_submission_id,
    source_first_call_id: core.source_first_call_id ?? null,
    created_by_id: core.created_by_id ?? null,
    deadlines_run: deadlinesRun(core),
    cancelled_at: core.cancelled_at ?? null,
    cancelled_by_name: core.cancelled_by_name ?? null,
    sections: Object.fromEntries(written.map(([id, of]) => [id, { version: stored[id]?.version ?? 1, values: of }])),
  });
}
