import { Button } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import { isFollowUpSection } from '#domain/cases/case-lifecycle.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { missingForNextStep } from '#domain/cases/missing-fields.ts';
import { caseSections } from '#domain/cases/sections/case-sections.ts';
import { actorOf, isAllowed } from '#domain/shared/access/policies.ts';
import { hasPacemakerStill } from '#domain/shared/reference-data/pacemaker.ts';
import { useTimeZoneAt, useTodayAt } from '../organizations/homes/queries.ts';
import { useCurrentUser } from '../team/parts/current-user.ts';
import { lazyComponent, lazyDialog } from '../ui/feedback/lazy-component.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { SectionRail } from '../ui/page/section-rail.tsx';
import { CaseHeader } from './case-header.tsx';
import { CaseOrigin } from './case-origin.tsx';
import classes from './case-page.module.css';
import { CaseQuickBar } from './case-quick-bar.tsx';
import { CaseActions } from './lifecycle/case-actions.tsx';
import { CaseStateNotice } from './lifecycle/case-state-notice.tsx';
import { OtherViewers } from './other-viewers.tsx';
import { sectionValuesOf } from './parts/case-values.ts';
import { SectionSaves } from './parts/section-saves.ts';
import { CaseSection } from './section/case-section.tsx';
import { railSections, summariesOf } from './section-nav.ts';
import { useOpenSection } from './use-open-section.ts';
import { useCaseView } from './view/use-case-view.ts';
import { ViewSwitcher } from './view/view-switcher.tsx';

const google = () => import('../calendar/parts/google-suggestions.tsx');
const DocumentsPanel = lazyDialog(async () => (await import('../documents/parts/documents-panel.tsx')).DocumentsPanel);
const GoogleSuggestions = lazyComponent(async () => (await google()).GoogleSuggestions);
const CaseAside = lazyComponent(async () => (await import('./case-sidebar.tsx')).CaseSidebar, { waiting: <div /> });
const PartsBelow = lazyComponent(async () => (await import('./panels-below.tsx')).CaseSidePanelsBelow);
const AuditDrawer = lazyDialog(async () => (await import('../audit/parts/case-audit-drawer.tsx')).AuditDrawer);

/** Everything that is known of a case: its key facts, its sections, and what it lacks. */
export const CaseWorkspace = ({ kase: caseRecord }: { kase: Case }) => {
  const viewer = actorOf(useCurrentUser());
  const canEdit = isAllowed(viewer, 'case:edit', caseRecord);
  const canFollowUp = isAllowed(viewer, 'case:follow-up', caseRecord);
  const canPermit = isAllowed(viewer, 'permit:edit', caseRecord);
  const today = useTodayAt(caseRecord.funeral_home_id);
  const timeZone = useTimeZoneAt(caseRecord.funeral_home_id);
  const [saves] = useState(() => new SectionSaves());
  const [auditing, setAuditing] = useState(false);
  const view = useCaseView({ serviceType: caseRecord.service_type, readOnly: !canEdit });
  const { open, target, go, jump, toggle } = useOpenSection(view);
  const canEditSection = useCallback(
    (id: string) => canEdit || (canFollowUp && isFollowUpSection(id)) || (canPermit && id === 'compliance'),
    [canEdit, canFollowUp, canPermit],
  );
  const summaries = useMemo(() => summariesOf(caseRecord, today, canEditSection), [caseRecord, today, canEditSection]);
  const missing = useMemo(() => missingForNextStep(sectionValuesOf(caseRecord), caseRecord.status), [caseRecord]);
  const sections = caseSections.filter(({ id }) => view.shows(id));
  const incomplete = sections.find(({ id }) => summaries[id].gaps.length > 0);
  const openAudit = useCallback(() => setAuditing(true), []);
  const [filing, setFiling] = useState(false);
  const openDocuments = useCallback(() => setFiling(true), []);

  return (
    <>
      <CaseHeader
        kase={caseRecord}
        saves={saves}
        timeZone={timeZone}
        presence={<OtherViewers caseId={caseRecord.id} section={open ?? null} />}
        actions={
          <CaseActions kase={caseRecord} missing={missing} onBefore={saves.flush} onJump={jump} onHistory={openAudit} />
        }
      />
      <CaseStateNotice kase={caseRecord} />
      {canEdit && <GoogleSuggestions caseId={caseRecord.id} className={classes.warning} />}
      {hasPacemakerStill(caseRecord) && (
        <div className={classes.warning}>
          <Notice tone="warning">Pacemaker must be removed before cremation</Notice>
        </div>
      )}
      <CaseQuickBar
        kase={caseRecord}
        missing={missing}
        sections={railSections(summaries, view.shows)}
        current={open}
        onGo={go}
        onJump={canEdit ? jump : undefined}
        onDocuments={openDocuments}
      />
      <div className={classes.columns} data-wide={open === 'servicesFees' || undefined}>
        <div className={classes.side}>
          {canEdit && <ViewSwitcher view={view} />}
          <SectionRail
            label="Sections of the case"
            sections={railSections(summaries, view.shows)}
            current={open}
            onGo={go}
          />
        </div>
        <div>
          {canEdit && (
            <div className={classes.tools}>
              <Button
                variant="subtle"
                size="compact-sm"
                disabled={!incomplete}
                onClick={() => incomplete && go(incomplete.id)}
              >
                Expand first incomplete
              </Button>
            </div>
          )}
          {sections.map((section, at) => (
            <CaseSection
              key={section.id}
              section={section}
              summary={summaries[section.id]}
              kase={caseRecord}
              open={open === section.id}
              canEdit={canEditSection(section.id)}
              target={target?.section === section.id ? target : undefined}
              saves={saves}
              onToggle={toggle}
              onJump={jump}
              next={sections[at + 1]}
              onGo={go}
            />
          ))}
          <PartsBelow kase={caseRecord} />
          <CaseOrigin kase={caseRecord} />
        </div>
        {open !== 'servicesFees' && (
          <CaseAside
            kase={caseRecord}
            missing={missing}
            onJump={canEdit ? jump : undefined}
            onDocuments={openDocuments}
            onHistory={openAudit}
          />
        )}
      </div>
      {filing && <DocumentsPanel kase={caseRecord} onClose={() => setFiling(false)} />}
      {auditing && <AuditDrawer caseId={caseRecord.id} onClose={() => setAuditing(false)} />}
    </>
  );
};
