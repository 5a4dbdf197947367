import { Button } from '@mantine/core';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { actorOf, may } from '#domain/access/policies.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { missingForNextStep } from '#domain/cases/next-gaps.ts';
import { caseSections } from '#domain/cases/sections/case-sections.ts';
import { sectionValuesOf } from '../../entities/cases/own-cases.ts';
import { useLocations, useTodayAt } from '../../entities/funeral-homes/queries.ts';
import { useCurrentUser } from '../../entities/profile/current-user.ts';
import { Notice } from '../../ui/notice.tsx';
import { SectionRail } from '../../ui/section-rail.tsx';
import { AlsoHere } from './also-here.tsx';
import { CaseHeader } from './case-header.tsx';
import { CaseOrigin } from './case-origin.tsx';
import classes from './case-page.module.css';
import { CaseQuickBar } from './case-quick-bar.tsx';
import { railSections, summariesOf } from './case-rail.ts';
import { CaseActions } from './life/case-actions.tsx';
import { CaseStateNotice } from './life/case-state-notice.tsx';
import { CaseSection } from './section/case-section.tsx';
import { SectionSaves } from './section/section-saves.ts';
import { useOpenSection } from './use-open-section.ts';
import { useCaseView } from './view/use-case-view.ts';
import { ViewSwitcher } from './view/view-switcher.tsx';

const DocumentsPanel = lazy(async () => ({
  default: (await import('./documents/documents-panel.tsx')).DocumentsPanel,
}));
const GoogleSuggestions = lazy(async () => ({
  default: (await import('../../entities/calendar/google-suggestions.tsx')).GoogleSuggestions,
}));
const CaseAside = lazy(async () => ({ default: (await import('./case-aside.tsx')).CaseAside }));
const DeadlinesBelow = lazy(async () => ({
  default: (await import('./deadlines/case-deadlines.tsx')).DeadlinesBelow,
}));
const SignaturesBelow = lazy(async () => ({
  default: (await import('./signatures/case-signatures.tsx')).SignaturesBelow,
}));
const FamilyBelow = lazy(async () => ({ default: (await import('./family/family-part.tsx')).FamilyBelow }));
const AuditDrawer = lazy(async () => ({ default: (await import('./audit-drawer.tsx')).AuditDrawer }));

/** Everything that is known of a case: its key facts, its sections, and what it lacks. */
export const CaseWorkspace = ({ kase }: { kase: Case }) => {
  const viewer = actorOf(useCurrentUser());
  const canEdit = may(viewer, 'case:edit', kase);
  const today = useTodayAt(kase.funeral_home_id);
  const timeZone = useLocations().find(({ id }) => id === kase.funeral_home_id)?.time_zone ?? 'UTC';
  const [saves] = useState(() => new SectionSaves());
  const [auditing, setAuditing] = useState(false);
  const view = useCaseView({ serviceType: kase.service_type, readOnly: !canEdit });
  const { open, target, go, jump, toggle } = useOpenSection(view);
  const summaries = useMemo(() => summariesOf(kase, today, canEdit), [kase, today, canEdit]);
  const missing = useMemo(() => missingForNextStep(sectionValuesOf(kase), kase.status), [kase]);
  const sections = caseSections.filter(({ id }) => view.shows(id));
  const incomplete = sections.find(({ id }) => summaries[id].gaps.length > 0);
  const openAudit = useCallback(() => setAuditing(true), []);
  const [filing, setFiling] = useState(false);
  const openDocuments = useCallback(() => setFiling(true), []);

  return (
    <>
      <CaseHeader
        kase={kase}
        saves={saves}
        timeZone={timeZone}
        presence={<AlsoHere caseId={kase.id} section={open ?? null} />}
        actions={
          <CaseActions kase={kase} missing={missing} onBefore={saves.flush} onJump={jump} onHistory={openAudit} />
        }
      />
      <CaseStateNotice kase={kase} />
      {canEdit && (
        <Suspense fallback={null}>
          <GoogleSuggestions caseId={kase.id} className={classes.warning} />
        </Suspense>
      )}
      {kase.has_pacemaker === true && (
        <div className={classes.warning}>
          <Notice tone="warning">Pacemaker must be removed before cremation</Notice>
        </div>
      )}
      <CaseQuickBar
        kase={kase}
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
              kase={kase}
              open={open === section.id}
              canEdit={canEdit}
              target={target?.section === section.id ? target : undefined}
              saves={saves}
              onToggle={toggle}
              onJump={jump}
              next={sections[at + 1]}
              onGo={go}
            />
          ))}
          <Suspense fallback={null}>
            <DeadlinesBelow kase={kase} />
            <SignaturesBelow caseId={kase.id} status={kase.status} />
            <FamilyBelow kase={kase} />
          </Suspense>
          <CaseOrigin kase={kase} />
        </div>
        {open !== 'servicesFees' && (
          <Suspense fallback={<div />}>
            <CaseAside
              kase={kase}
              missing={missing}
              onJump={canEdit ? jump : undefined}
              onDocuments={openDocuments}
              onHistory={openAudit}
            />
          </Suspense>
        )}
      </div>
      {filing && (
        <Suspense fallback={null}>
          <DocumentsPanel kase={kase} onClose={() => setFiling(false)} />
        </Suspense>
      )}
      {auditing && (
        <Suspense fallback={null}>
          <AuditDrawer caseId={kase.id} onClose={() => setAuditing(false)} />
        </Suspense>
      )}
    </>
  );
};
