import * as z from 'zod';
import { zoneOf } from '#domain/gates/gate-checks.ts';
import { GateEntry, SignedPaper } from '#domain/gates/gate-entries.ts';
import { type GateFacts, gateFactsOf } from '#domain/gates/gate-facts.ts';
import { redGateOf } from '#domain/gates/gates.ts';
import { momentIn } from '#domain/shared/values/calendar-date.ts';
import { effectsSchema } from '#functions/care/repository/personal-effects.ts';
import { casePartIn } from '#functions/cases/repository/case-part.ts';
import type { CaseRecord, CaseSections } from '#functions/cases/repository/case-record.ts';
import type { CaseListRow } from '#functions/cases/repository/case-rows.ts';
import { overridesSchema } from '#functions/deadlines/repository/deadlines.ts';
import { permitsSchema } from '#functions/permits/repository.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';
import type { Item } from '#functions/platform/store/table.ts';

/** Identification, objections, answers, overrides and steps of a case, in order of recording. */
export const gateEntriesSchema = storedSchema({
  kind: 'gate entries',
  shape: 1,
  schema: z.object({ version: z.number(), entries: z.array(GateEntry) }),
});

/** Signatures that the case's envelopes ask for; copied by the worker of envelopes. */
export const signedPapersSchema = storedSchema({
  kind: 'signed papers',
  shape: 1,
  schema: z.object({ version: z.number(), entries: z.array(SignedPaper) }),
});

export const gateEntries = {
  grants: ['table:cases'],
  in: casePartIn<GateEntry>('PART#GATES', gateEntriesSchema),
} as const satisfies Repository;

export const createSignedPaperRepository = casePartIn<SignedPaper>('PART#SIGNATURES', signedPapersSchema);
export const signedPapers = { grants: ['table:cases'], in: createSignedPaperRepository } as const satisfies Repository;

/** Returns the facts of a case's gates from its items. */
export const gateFactsIn = (core: CaseRecord, sections: CaseSections, items: readonly Item[]): GateFacts => {
  const entries = <Entry>(part: string, { parse }: { parse: (item: Item) => { entries: Entry[] } }): Entry[] => {
    const item = items.find(({ sk }) => sk === part);
    return item ? parse(item).entries : [];
  };
  return gateFactsOf(core, sections, {
    decisions: entries('PART#DEADLINES', overridesSchema),
    permits: entries('PART#PERMITS', permitsSchema),
    entries: entries('PART#GATES', gateEntriesSchema),
    signatures: entries('PART#SIGNATURES', signedPapersSchema),
    effects: entries('PART#EFFECTS', effectsSchema),
  });
};

/** Returns the column of a case's rows with the missing checks of its last gate. */
export const gateColumn = (core: CaseRecord, sections: CaseSections, items: readonly Item[]): CaseListRow['gate'] => {
  const facts = gateFactsIn(core, sections, items);
  const red = redGateOf(facts, momentIn(zoneOf(facts), new Date(core.updated_at)));
  return red ? { ...red, at: [red.at.day, red.at.time].filter(Boolean).join(' ') } : null;
};
