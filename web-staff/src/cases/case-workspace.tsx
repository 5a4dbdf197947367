import { Anchor, Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { caseConditions } from '#domain/cases/case-conditions.ts';
import { isFollowUpSection } from '#domain/cases/case-lifecycle.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { missingForNextStep } from '#domain/cases/present-case.ts';
import { type CaseSectionId, caseSections } from '#domain/cases/sections/case-sections.ts';
import { isSectionId } from '#domain/cases/sections/section-definitions.ts';
import { actorOf, isAllowed } from '#domain/registry/policies.ts';
import type { MissingField } from '#domain/shared/forms/completeness.ts';
import { hasPacemakerStill } from '#domain/shared/reference-data/pacemaker.ts';
import { useApi } from '../api/api-context.ts';
import { gateKeys } from '../gates/keys.ts';
import { GateStrip } from '../gates/parts/gate-strip.tsx';
import { useTimeZoneAt, useTodayAt } from '../organizations/homes/queries.ts';
import { paths } from '../paths.ts';
import { useCurrentUser } from '../team/parts/current-user.ts';
import { lazyComponent, lazyDialog } from '../ui/feedback/lazy-component.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { TimeAgo } from '../ui/time/time-ago.tsx';
import { CaseHeader } from './case-header.tsx';
import classes from './case-page.module.css';
import { CaseQuickBar, CaseRail } from './case-quick-bar.tsx';
import { caseKeys } from './keys.ts';
import { CaseActions, CaseStateNotice } from './lifecycle/case-actions.tsx';
import { useDueBySection } from './lifecycle/use-open-items.ts';
import { SectionSaves, type SectionTarget } from './parts/section-saves.ts';
import { sectionValuesOf } from './parts/section-values.ts';
import { casePresenceQuery } from './queries.ts';
import { CaseSection } from './section/case-section.tsx';
import { railSections, sectionOfField, summariesOf } from './section-nav.ts';
import { type CaseView, useCaseView } from './view/use-case-view.ts';
import { ViewSwitcher } from './view/view-switcher.tsx';

/** Parses '#service' or '?section=service&field=service_date'. */
const placeIn = ({ hash, search }: { hash: string; search: string }): SectionTarget | undefined => {
  const params = new URLSearchParams(search);
  const named = params.get('section') ?? hash.slice(1);
  if (!isSectionId(named)) return undefined;
  const field = params.get('field') ?? undefined;
  return { section: field ? sectionOfField({ section: named, field }) : named, field };
};

/** Scrolls to a section once it is rendered. */
const showStart = (id: string) =>
  requestAnimationFrame(() => {
    const section = document.querySelector<HTMLElement>(`[data-section="${CSS.escape(id)}"]`);
    section?.scrollIntoView({ block: 'start' });
    section?.querySelector('button')?.focus({ preventScroll: true });
  });

/** The open section: one at a time, initially the deceased's (D2 §2) or the one in the address. */
const useOpenSection = (view: CaseView) => {
  const location = useLocation();
  const [open, setOpen] = useState<CaseSectionId | undefined>(() => placeIn(location)?.section ?? 'deceased');
  const [target, setTarget] = useState<SectionTarget>();
  const [part, setPart] = useState<{ id: string }>();

  /** Replaces the address, so that Back leads to the previous page, not through all sections. */
  const nameInAddress = (id: string | undefined) =>
    window.history.replaceState(window.history.state, '', `${window.location.pathname}${id ? `#${id}` : ''}`);
  const name = (id: CaseSectionId | undefined) => {
    view.used(id ?? 'deceased');
    nameInAddress(id);
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
    else if (location.hash) setPart({ id: location.hash.slice(1) });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link to the same place leads there again
  useEffect(() => arrive(), [location.key]);

  return {
    open,
    target,
    part,
    /** Goes to a section or a part below them. */
    go: (id: string) => {
      if (isSectionId(id)) return show({ section: id, field: undefined });
      nameInAddress(id);
      setPart({ id });
    },
    /** Opens a section, and a field of it. */
    jump: ({ section, field }: Pick<MissingField, 'section'> & { field?: string | undefined }) => {
      if (field) show({ section: sectionOfField({ section, field }), field });
      else if (isSectionId(section)) show({ section, field });
    },
    toggle: (id: CaseSectionId) => {
      const next = open === id ? undefined : id;
      setTarget(undefined);
      setOpen(next);
      name(next);
    },
  };
};

const titles = new Map<string, string>(caseSections.map(({ id, title }) => [id, title]));

/** Shows who else has the case open; sends this user's presence until they leave the page. */
const OtherViewers = ({ caseId, section }: { caseId: string; section: CaseSectionId | null }) => {
  const call = useApi();
  const client = useQueryClient();
  const { data, dataUpdatedAt } = useQuery(casePresenceQuery(call, caseId, section));
  const others = data?.others ?? [];
  const isShared = others.length > 0;
  useEffect(() => {
    // Loads other users' changes before anyone overwrites them.
    if (!isShared || dataUpdatedAt === 0) return;
    for (const queryKey of [caseKeys.one(caseId), gateKeys.ofCase(caseId)]) void client.invalidateQueries({ queryKey });
  }, [client, caseId, isShared, dataUpdatedAt]);
  useEffect(
    () => () => {
      // If it fails, the presence expires.
      call(caseEndpoints.presence, { params: { id: caseId }, body: { leaving: true } }).catch(() => undefined);
    },
    [call, caseId],
  );
  return (
    <span role="status">
      {others
        .map(({ name, section: at }) => {
          const title = at && titles.get(at);
          return title ? `${name} is in ${title}` : `${name} has this case open too`;
        })
        .join(', ')}
    </span>
  );
};

const CaseOrigin = ({ caseRecord }: { caseRecord: Case }) => (
  <p className={classes.origin}>
    Opened <TimeAgo at={caseRecord.created_at} />
    {caseRecord.created_by_name && ` by ${caseRecord.created_by_name}`} at {caseRecord.funeral_home_name}
    {caseRecord.source_submission_id && (
      <Source to={paths.submission(caseRecord.source_submission_id)}>family submission</Source>
    )}
    {caseRecord.source_first_call_id && (
      <Source to={paths.firstCall(caseRecord.source_first_call_id)}>first call</Source>
    )}
  </p>
);

const Source = ({ to, children }: { to: string; children: string }) => (
  <>
    {' from a '}
    <Anchor component={Link} to={to} inherit underline="always">
      {children}
    </Anchor>
  </>
);

const google = () => import('../calendar/parts/google-suggestions.tsx');
const DocumentsPanel = lazyDialog(async () => (await import('../documents/parts/documents-panel.tsx')).DocumentsPanel);
const GoogleSuggestions = lazyComponent(async () => (await google()).GoogleSuggestions);
const CaseAside = lazyComponent(async () => (await import('./case-sidebar.tsx')).CaseSidebar, { waiting: <div /> });
const PartsBelow = lazyComponent(async () => (await import('./panels-below.tsx')).CaseSidePanelsBelow);
const AuditDrawer = lazyDialog(async () => (await import('../audit/parts/case-audit-drawer.tsx')).AuditDrawer);

export const CaseWorkspace = ({ caseRecord }: { caseRecord: Case }) => {
  const viewer = actorOf(useCurrentUser());
  const canEdit = isAllowed(viewer, 'case:edit', caseRecord);
  const canFollowUp = isAllowed(viewer, 'case:follow-up', caseRecord);
  const canRecordFindings = isAllowed(viewer, 'case:edit', { status: caseRecord.status, isFollowUp: true });
  const canPermit = isAllowed(viewer, 'permit:edit', caseRecord);
  const today = useTodayAt(caseRecord.funeral_home_id);
  const timeZone = useTimeZoneAt(caseRecord.funeral_home_id);
  const [saves] = useState(() => new SectionSaves());
  const [auditing, setAuditing] = useState(false);
  const due = useDueBySection(caseRecord);
  const view = useCaseView({ isBurial: caseConditions.isBurial(caseRecord), readOnly: !canEdit, due });
  const { open, target, part, go, jump, toggle } = useOpenSection(view);
  const canEditSection = useCallback(
    (id: string) => canEdit || (canFollowUp && isFollowUpSection(id)) || (canPermit && id === 'compliance'),
    [canEdit, canFollowUp, canPermit],
  );
  const summaries = useMemo(() => summariesOf(caseRecord, today, canEditSection), [caseRecord, today, canEditSection]);
  const missing = useMemo(() => missingForNextStep(sectionValuesOf(caseRecord), caseRecord.status), [caseRecord]);
  const sections = caseSections.filter(({ id }) => view.shows(id));
  const rail = railSections(summaries, view.shows, due);
  const incomplete = sections.find(({ id }) => summaries[id].gaps.length > 0);
  const openAudit = useCallback(() => setAuditing(true), []);
  const [filing, setFiling] = useState(false);
  const openDocuments = useCallback(() => setFiling(true), []);

  return (
    <>
      <CaseHeader
        caseRecord={caseRecord}
        saves={saves}
        timeZone={timeZone}
        presence={<OtherViewers caseId={caseRecord.id} section={open ?? null} />}
        actions={
          <CaseActions
            caseRecord={caseRecord}
            missing={missing}
            onBefore={saves.flush}
            onJump={jump}
            onHistory={openAudit}
          />
        }
      />
      <GateStrip caseRecord={caseRecord} />
      <CaseStateNotice caseRecord={caseRecord} />
      {canEdit && <GoogleSuggestions caseId={caseRecord.id} className={classes.warning} />}
      {hasPacemakerStill(caseRecord) && (
        <div className={classes.warning}>
          <Notice tone="warning">Pacemaker must be removed before cremation</Notice>
        </div>
      )}
      <CaseQuickBar
        caseRecord={caseRecord}
        missing={missing}
        sections={rail}
        current={open}
        onGo={go}
        onJump={canEdit ? jump : undefined}
        onDocuments={openDocuments}
      />
      <div className={classes.columns} data-wide={open === 'servicesFees' || undefined}>
        <div className={classes.side}>
          {canEdit && <ViewSwitcher view={view} />}
          <CaseRail label="Case sections" caseRecord={caseRecord} sections={rail} current={open} onGo={go} />
          {due.size > 0 && view.mode !== 'all' && (
            <p className={classes.whyShown}>Sections with something due are always shown.</p>
          )}
        </div>
        <div>
          {canEdit && incomplete && (
            <div className={classes.tools}>
              <Button variant="subtle" size="compact-sm" onClick={() => go(incomplete.id)}>
                Expand first incomplete
              </Button>
            </div>
          )}
          {sections.map((section, at) => (
            <CaseSection
              key={section.id}
              section={section}
              summary={summaries[section.id]}
              due={due.get(section.id)}
              caseRecord={caseRecord}
              open={open === section.id}
              canEdit={canEditSection(section.id)}
              canFollowUp={canRecordFindings}
              target={target?.section === section.id ? target : undefined}
              saves={saves}
              onToggle={toggle}
              onJump={jump}
              next={sections[at + 1]}
              onGo={go}
            />
          ))}
          <PartsBelow caseRecord={caseRecord} part={part} />
          <CaseOrigin caseRecord={caseRecord} />
        </div>
        {open !== 'servicesFees' && (
          <CaseAside
            caseRecord={caseRecord}
            missing={missing}
            onJump={canEdit ? jump : undefined}
            onDocuments={openDocuments}
            onHistory={openAudit}
          />
        )}
      </div>
      {filing && <DocumentsPanel caseRecord={caseRecord} onClose={() => setFiling(false)} />}
      {auditing && <AuditDrawer caseId={caseRecord.id} onClose={() => setAuditing(false)} />}
    </>
  );
};
