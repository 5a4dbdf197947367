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
import type { CaseFormPreferences } from '#domain/team/case-form-preferences.ts';
import { useApi } from '../../api/api-context.ts';
import { caseFormPreferencesQuery, useSaveCaseFormPreferences } from '../../team/parts/case-form-preferences.ts';
import { useCurrentUser } from '../../team/parts/current-user.ts';
import { toastError, toastSuccess } from '../../ui/feedback/toasts.tsx';

const debounceMs = 300;
const savedMs = 2000;
const failedMs = 3000;

/** `custom` is the essential view with further sections; only essential and all are kept as modes (D2 §3). */
type CaseViewMode = 'essential' | 'all' | 'custom';

/** Which sections of a case somebody sees, and how they change that. */
export interface CaseView {
  readonly mode: CaseViewMode;
  /** Whether a section stands on the page. */
  readonly shows: (id: CaseSectionId) => boolean;
  /** Whether a section is ticked in Customize. */
  readonly isChosen: (id: CaseSectionId) => boolean;
  readonly setMode: (mode: 'essential' | 'all') => void;
  /** Ticks a section, or takes the tick away; an essential one stays. */
  readonly toggle: (id: CaseSectionId) => void;
  /** Shows a section that the view hides, until another view is chosen: something in it is asked for. */
  readonly reveal: (id: CaseSectionId) => void;
  /** Remembers that a section was opened; told with the next save. */
  readonly used: (id: CaseSectionId) => void;
  readonly saving: boolean;
}

interface CaseViewOf {
  serviceType: string | undefined;
  /** Without the switcher nobody could bring back what a view hides: everything can be read. */
  readOnly?: boolean;
}

const isEssential = (id: CaseSectionId): boolean => essentialSections.includes(id);

const modeOf = ({ viewMode, visibleSections }: CaseFormPreferences): CaseViewMode => {
  if (viewMode === 'all') return 'all';
  return visibleSections.some((id) => isSectionId(id) && !isEssential(id)) ? 'custom' : 'essential';
};

const sectionsIn = ({ visibleSections }: CaseFormPreferences): string => visibleSections.toSorted().join();

const sameView = (a: CaseFormPreferences, b: CaseFormPreferences): boolean =>
  a.viewMode === b.viewMode && sectionsIn(a) === sectionsIn(b);

/** The sections of the form's order that were chosen, the essential ones always. */
const chosenSections = (isChosen: (id: CaseSectionId) => boolean): CaseSectionId[] =>
  sectionDefinitions.map(({ id }) => id).filter((id) => isEssential(id) || isChosen(id));

/**
 * The view of the case form that its user prefers (D2 §2): loaded, shown at once when it changes, and saved 300 ms after
 * the last change unless that led back to what is kept. What could not be saved stays for as long as the page does.
 */
export const useCaseView = ({ serviceType, readOnly = false }: CaseViewOf): CaseView => {
  const { data: kept } = useQuery(caseFormPreferencesQuery(useApi(), useCurrentUser()));
  const { mutate, isPending } = useSaveCaseFormPreferences();
  /** What was chosen here and is not kept yet. */
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
    shows: (id) =>
      mode === 'all' || revealed.includes(id) || (isChosen(id) && isSectionShown(id, serviceType, 'essential')),
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
