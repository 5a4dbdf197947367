import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { isFollowUpField, readOnlyReason } from '#domain/cases/case-lifecycle.ts';
import { Case, type CasePatch } from '#domain/cases/case-wire.schema.ts';
import { blankedContact, contactName } from '#domain/cases/primary-contact.ts';
import type { CaseSectionId } from '#domain/cases/sections/case-sections.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import { type MergeConflict, mergeEntryLists } from '#domain/shared/forms/entries-merge.ts';
import type { FieldValue } from '#domain/shared/forms/field.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import { useApi } from '../../api/api-context.ts';
import { readAgain } from '../../api/cache.ts';
import { useClockAt } from '../../organizations/homes/queries.ts';
import { keysOfFee, nameOfFee } from '../../statements/parts/fee-entries.ts';
import { useCan, useCurrentUser } from '../../team/parts/current-user.ts';
import { toastContactRemoved, toastFailure, toastSuccess } from '../../ui/feedback/toasts.tsx';
import type { FieldVersions, RecordChange } from '../../ui/record-form/record-form.ts';
import { useAutosave } from '../../ui/record-form/use-autosave.ts';
import { useRecordForm } from '../../ui/record-form/use-record-form.tsx';
import { caseKeys } from '../keys.ts';
import { cacheCase } from '../mutations.ts';
import { namesOfKin } from './kin-entries.ts';
import type { SectionSaves } from './section-saves.ts';
import {
  type CaseSection,
  editableFields,
  entriesOf,
  heldEntries,
  heldSection,
  sectionPatch,
  sectionRules,
  surroundingsOf,
  unchangedInCase,
} from './section-values.ts';

interface SectionPatch {
  section: CaseSectionId;
  /** The version that was edited; 0 for a section never written. */
  version: number;
  values: Readonly<Record<string, unknown>>;
  /** Fields of other sections that follow, by flat name. */
  also?: Readonly<Record<string, unknown>>;
}

export const useSaveCaseSection = (id: string) => {
  const call = useApi();
  const client = useQueryClient();
  const key = caseKeys.one(id);
  return useMutation({
    // Offline, a save fails at once and shows it instead of waiting silently.
    networkMode: 'always',
    mutationFn: ({ section, version, values, also }: SectionPatch) => {
      const body = { ...also, sections: { [section]: { version, values } } } as CasePatch;
      return call(caseEndpoints.update, { params: { id }, body });
    },
    onMutate: () => client.cancelQueries({ queryKey: key }),
    onSuccess: (caseRecord, { section }) => {
      const known = client.getQueryData<Case>(key);
      // Responses of two sections may arrive out of order.
      if (known && known.version > caseRecord.version) return;
      cacheCase(client, caseRecord, known);
      if (section === 'informant') void readAgain(client, 'case.kin-changed', id);
    },
  });
};

interface SectionFormOptions {
  section: CaseSection;
  caseRecord: Case;
  today: string;
  timeZone: string;
  saves: SectionSaves;
  reveal: (name: string) => void;
}

const readable = (collision: MergeConflict): MergeConflict => {
  if (collision.field.kind !== 'entries') return collision;
  const nameOf = collision.field.name === 'next_of_kins' ? fullNameOf : nameOfFee;
  const names = (held: MergeConflict['mine']) => entriesOf(held).map(nameOf).join(', ');
  const { field, mine, theirs } = collision;
  return { ...collision, field: { ...field, kind: 'text' }, mine: names(mine), theirs: names(theirs) };
};

const fullNameOf = ({ first_name, last_name }: Values): string =>
  fullName(String(first_name ?? ''), String(last_name ?? ''));

/** Entries of a list merge individually: changes of different ones do not conflict. */
const together = (
  { kind, name }: MergeConflict['field'],
  { base, mine, theirs }: FieldVersions,
): FieldValue | undefined => {
  if (kind !== 'entries') return undefined;
  const keysOf = name === 'next_of_kins' ? namesOfKin : keysOfFee;
  const merged = mergeEntryLists({ base: entriesOf(base), mine: entriesOf(mine), theirs: entriesOf(theirs) }, keysOf);
  return merged && heldEntries(merged);
};

/** The form of a section: saves automatically and merges other users' changes by field. */
export const useSectionForm = ({ section, caseRecord, today, timeZone, saves, reveal }: SectionFormOptions) => {
  const { id } = section;
  const call = useApi();
  const client = useQueryClient();
  const can = useCan();
  const me = useCurrentUser().id;
  const saveSection = useSaveCaseSection(caseRecord.id);
  const fields = useMemo(() => editableFields(section), [section]);
  const clock = useClockAt(caseRecord.funeral_home_id);
  const surroundings = useMemo(
    () => surroundingsOf(section, caseRecord, today, clock),
    [section, caseRecord, today, clock],
  );
  /** Fields of other sections that follow from this form, until they are saved. */
  const also = useRef<Record<string, unknown>>({});

  const offerContact = (before: Case, saved: Case, sent: Values) => {
    const [former, now] = [before, saved].map(({ sections }) => sections.informant?.values ?? {});
    const blanked = former && now ? blankedContact(former, now, sent) : {};
    if (!former || Object.keys(blanked).length === 0) return;
    const bringBack = () => {
      const current = client.getQueryData<Case>(caseKeys.one(caseRecord.id)) ?? saved;
      const known = current.sections.informant;
      saveSection
        .mutateAsync({ section: 'informant', version: known?.version ?? 0, values: blanked })
        .catch(toastFailure);
    };
    toastContactRemoved(contactName(former), bringBack);
  };
  const save = async ({ record, changed, values, version }: RecordChange<Case>): Promise<Case> => {
    const following = also.current;
    const sent = sectionPatch(section, surroundings, changed, values);
    const saved = await saveSection.mutateAsync({ section: id, version: version ?? 0, values: sent, also: following });
    if (id === 'informant') offerContact(record ?? caseRecord, saved, sent);
    if (also.current === following) also.current = {};
    saves.change({ savedAt: new Date() });
    return saved;
  };
  /** The user who last saved the section, from its audit log for those who may read it. */
  const changedBy = async (): Promise<string | undefined> => {
    if (!can('case:audit')) return undefined;
    const query = { page_size: '10' } as const;
    const log = await call(caseEndpoints.auditLog, { params: { id: caseRecord.id }, query }).catch(() => []);
    const entries = Array.isArray(log) ? log : log.results;
    const touched = (path: string) => path.startsWith(`${id}.`);
    return entries.find(({ actor_id, changes }) => actor_id !== me && changes.some(({ field }) => touched(field)))
      ?.actor_name;
  };
  const autosave = useRef<{ flush: () => Promise<unknown> }>(undefined);
  const form = useRecordForm<Case>({
    fields,
    record: caseRecord,
    recordSchema: Case,
    versionOf: ({ sections }) => sections[id]?.version ?? 0,
    valuesOf: (from) => heldSection(section, from, timeZone),
    rules: () => sectionRules(section, surroundings),
    unchanged: unchangedInCase,
    mergesAlone: true,
    save,
    editable: ({ status }) =>
      readOnlyReason(
        status,
        section.fields.every(({ name }) => isFollowUpField(section.id, name)),
      ) === undefined,
    reveal,
    together,
    describe: readable,
    changedBy,
    onMerged: (taken, by) =>
      toastSuccess(
        `${by ?? 'Someone else'} changed ${taken.map(({ field }) => field.label).join(', ')}. Both changes are kept.`,
      ),
    flush: async () => autosave.current?.flush(),
  });
  const { saveSection: saveNow, ...saving } = useAutosave(form, {
    sections: [{ id, fields }],
    save: (_, change) =>
      save(change).catch((error: unknown) => {
        // The case may have been completed or cancelled in the meantime.
        if (error instanceof ApiError && error.status === 409)
          void client.invalidateQueries({ queryKey: caseKeys.one(caseRecord.id) });
        throw error;
      }),
  });
  const { flush } = saving;
  autosave.current = { flush };
  const state = saving.states[id];
  const { dirty, inConflict } = form;
  // A second save is rejected again and asks again.
  const chooseNow = useEffectEvent(() => saveNow(id));
  useEffect(() => saves.section(id, state), [saves, id, state]);
  useEffect(() => {
    if (!inConflict) return;
    saves.change({ onChoose: () => void chooseNow() });
    return () => saves.change({ onChoose: undefined });
  }, [saves, inConflict]);
  const flushNow = useEffectEvent(() => flush());
  useEffect(() => saves.register(section.title, () => flushNow()), [saves, section.title]);
  /** An invalid card stays open: unsaved values must not look saved. */
  const leave = async (names: readonly string[], then: () => void): Promise<void> => {
    const { trigger, getFieldState, setFocus } = form.methods;
    await trigger([...names]);
    const wrong = names.find((name) => getFieldState(name).error);
    if (wrong) return setFocus(wrong);
    then();
    await flush();
  };

  return {
    form,
    flush,
    leave,
    saveNow: () => saveNow(id),
    surroundings,
    also,
    isHeld: dirty || state === 'saving',
  };
};
