import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router';
import type { CaseSectionId } from '#domain/cases/sections/case-sections.ts';
import { isSectionId } from '#domain/cases/sections/section-definitions.ts';
import type { MissingField } from '#domain/shared/forms/completeness.ts';
import type { SectionTarget } from './parts/section-summary.ts';
import { sectionOfField } from './section-nav.ts';
import type { CaseView } from './view/use-case-view.ts';

/** The place that an address names: '#service', or '?section=service&field=service_date'. */
const placeIn = ({ hash, search }: { hash: string; search: string }): SectionTarget | undefined => {
  const params = new URLSearchParams(search);
  const named = params.get('section') ?? hash.slice(1);
  if (!isSectionId(named)) return undefined;
  const field = params.get('field') ?? undefined;
  return { section: field ? sectionOfField({ section: named, field }) : named, field };
};

/** The start of a section at the top of what is seen, once it stands. */
const showStart = (id: string) =>
  requestAnimationFrame(() => {
    const section = document.querySelector<HTMLElement>(`[data-section="${CSS.escape(id)}"]`);
    section?.scrollIntoView({ block: 'start' });
    section?.querySelector('button')?.focus({ preventScroll: true });
  });

/** Which section is open: one at a time, the deceased's at first (D2 §2), or the one that the page's address names. */
export const useOpenSection = (view: CaseView) => {
  const location = useLocation();
  const [open, setOpen] = useState<CaseSectionId | undefined>(() => placeIn(location)?.section ?? 'deceased');
  const [target, setTarget] = useState<SectionTarget>();

  /** The address can be passed on; going back leads to the page before and not through every section. */
  const name = (id: CaseSectionId | undefined) => {
    view.used(id ?? 'deceased');
    window.history.replaceState(window.history.state, '', `${window.location.pathname}${id ? `#${id}` : ''}`);
  };
  const show = (place: SectionTarget) => {
    view.reveal(place.section);
    setOpen(place.section);
    name(place.section);
    setTarget(place.field ? place : undefined);
    if (!place.field) showStart(place.section);
  };
  const arrive = useEffectEvent(() => {
    const place = placeIn(location);
    if (place) show(place);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link to the same place leads there again
  useEffect(() => arrive(), [location.key]);

  return {
    open,
    target,
    /** Opens a section and shows its start. */
    go: (id: string) => isSectionId(id) && show({ section: id, field: undefined }),
    /** Opens the section of a missing field, and the field. */
    jump: ({ section, field }: Pick<MissingField, 'section' | 'field'>) =>
      show({ section: sectionOfField({ section, field }), field }),
    toggle: (id: CaseSectionId) => {
      const next = open === id ? undefined : id;
      setTarget(undefined);
      setOpen(next);
      name(next);
    },
  };
};
