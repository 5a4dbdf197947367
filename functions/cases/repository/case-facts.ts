import { factsOfCase } from '#domain/reports/facts-of-case.ts';
import { copiesSchema } from '#functions/certificates/repository.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import type { Item } from '#functions/platform/store/table.ts';
import { keptFacts } from '#functions/reports/repository/facts.ts';
import type { CaseRecord, CaseSections } from './case-record.ts';

/** What figures know of a case: from its core, its sections, and what happened to copies of its certificate. */
export const caseFacts = (keys: Keys, core: CaseRecord, sections: CaseSections, parts: readonly Item[]) => {
  const copies = parts.find(({ sk }) => sk === 'PART#COPIES');
  const moves = copies ? copiesSchema.parse(copies).entries : [];
  const facts = factsOfCase({
    ...{ id: core.id, case_number: core.case_number, funeral_home_id: core.funeral_home_id, status: core.status },
    opened_on: core.opened_on ?? core.created_at.slice(0, 10),
    ...{ created_by_id: core.created_by_id ?? null, created_by_name: core.created_by_name },
    ...{ paid_cents: core.paid_cents, assignments: core.money_to_come?.assignments ?? [], sections },
    received_on: moves.filter(({ move }) => move === 'received').map(({ on }) => on),
  });
  return keptFacts(keys, 'CASE', core.id, facts);
};
