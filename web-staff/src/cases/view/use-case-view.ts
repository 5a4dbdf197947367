import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  type CaseSectionId,
  essentialSections,
  isSectionId,
  isSectionShown,
  sectionDefinitions,
} from '#domain/cases/sections/section-definitions.ts';
import type { CaseFormPreferences } from '#domain/team/user-profile.endpoints.ts';
import { useApi } from '../../api/api-context.ts';
import { caseFormPreferencesQuery, useSaveCaseFormPreferences } from '../../team/parts/case-form-preferences.ts';
import { useCurrentUser } from '../../team/parts/current-user.ts';
import { toastError, toastSuccess } from '../../ui/feedback/toasts.tsx';

const debounceMs = 300;
const savedMs = 2000;
const failedMs = 3000;

/** `custom` is the essential view with further sections; only essential and all are stored (D2 §3). */
type CaseViewMode = 'essential' | 'all' | 'custom';

/** The user's view of the case form. */
export interface CaseView {
  readonly mode: CaseViewMode;
  readonly shows: (id: CaseSectionId) => boolean;
  readonly isDue: (id: CaseSectionId) => boolean;
  /** Whether a section is checked in Customize. */
  readonly isChosen: (id: CaseSectionId) => boolean;
  readonly setMode: (mode: 'essential' | 'all') => void;
  /** Essential sections cannot be unchecked. */
  readonly toggle: (id: CaseSectionId) => void;
  /** Shows a hidden section with a required field until the view changes. */
  readonly reveal: (id: CaseSectionId) => void;
  /** Records that a section was opened, for the next save. */
  readonly used: (id: CaseSectionId) => void;
  readonly saving: boolean;
}

interface CaseViewOf {
  isBurial: boolean;
  /** A read-only case has no switcher, so it shows all sections. */
  readOnly?: boolean;
  /** Sections that hold something due, which no view hides. */
  due?: Pick<ReadonlyMap<CaseSectionId, unknown>, 'has'>;
}

const nothing: ReadonlyMap<CaseSectionId, unknown> = new Map();

const isEssential = (id: CaseSectionId): boolean => essentialSections.includes(id);

const modeOf = ({ viewMode, visibleSections }: CaseFormPreferences): CaseViewMode => {
  if (viewMode === 'all') return 'all';
  return visibleSections.some((id) => isSectionId(id) && !isEssential(id)) ? 'custom' : 'essential';
};

const sectionsIn = ({ visibleSections }: CaseFormPreferences): string => visibleSections.toSorted().join();

const sameView = (a: CaseFormPreferences, b: CaseFormPreferences): boolean =>
  a.viewMode === b.viewMode && sectionsIn(a) === sectionsIn(b);

/** In the form's order, always with the essential ones. */
const chosenSections = (isChosen: (id: CaseSectionId) => boolean): CaseSectionId[] =>
  sectionDefinitions.map(({ id }) => id).filter((id) => isEssential(id) || isChosen(id));

/** Saves the view (D2 §2) 300 ms after the last change, unless that restored the stored view. */
export const useCaseView = ({ isBurial, readOnly = false, due = nothing }: CaseViewOf): CaseView => {
  const { data: kept } = useQuery(caseFormPreferencesQuery(useApi(), useCurrentUser()));
  const { mutate, isPending } = useSaveCaseFormPreferences();
  /** Changes that are not saved yet. */
  const [chosen, setChosen] = useState<CaseFormPreferences>();
  const [waiting, setWaiting] = useState(false);
  const [revealed, setRevealed] = useState<readonly CaseSectionId[]>([]);
  const recent = useRef<CaseSectionId[]>([]);
  const current = chosen ?? kept;

  const save = useDebouncedCallback(
    (next: CaseFormPreferences, isSwitch: boolean) => {
      setWaiting(false);
      if (sameView(next, kept)) return setChosen(undefined);
      const recentlyUsedSections = [...new Set([...recent.current, ...kept.recentlyUsedSections])];
      mutate(
        { ...next, essentialSections: [...essentialSections], recentlyUsedSections },
        {
          onSuccess: () => {
            setChosen((now) => (now === next ? undefined : now));
            if (isSwitch) toastSuccess('View saved', savedMs);
          },
          onError: () => toastError('Failed to save preferences', failedMs),
        },
      );
    },
    { delay: debounceMs, flushOnUnmount: true },
  );
  const choose = (next: CaseFormPreferences, isSwitch: boolean) => {
    setChosen(next);
    setWaiting(true);
    save(next, isSwitch);
  };
  const isChosen = (id: CaseSectionId) => isEssential(id) || current.visibleSections.includes(id);
  const mode = readOnly ? 'all' : modeOf(current);

  return {
    mode,
    isChosen,
    isDue: (id) => due.has(id),
    shows: (id) =>
      mode === 'all' || due.has(id) || revealed.includes(id) || (isChosen(id) && isSectionShown(id, isBurial)),
    setMode: (viewMode) => {
      setRevealed([]);
      const visibleSections = viewMode === 'all' ? current.visibleSections : [...essentialSections];
      choose({ ...current, viewMode, visibleSections }, true);
    },
    toggle: (id) => {
      if (isEssential(id)) return toastError('Cannot hide essential sections');
      setRevealed((before) => before.filter((one) => one !== id));
      const visibleSections = chosenSections((one) => (one === id ? !isChosen(id) : isChosen(one)));
      choose({ ...current, visibleSections }, false);
    },
    reveal: (id) => setRevealed((before) => (before.includes(id) ? before : [...before, id])),
    used: (id) => {
      recent.current = [id, ...recent.current.filter((one) => one !== id)];
    },
    saving: waiting || isPending,
  };
};
