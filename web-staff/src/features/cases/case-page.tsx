import { Anchor, Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { shownCaseNumber } from '#domain/cases/case-number.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { type CaseSectionId, caseSections } from '#domain/cases/sections/case-sections.ts';
import { formatDate } from '#domain/values/calendar-date.ts';
import { useApi } from '../../api/api-context.ts';
import { caseQuery } from '../../entities/cases/queries.ts';
import { useCan } from '../../entities/profile/current-user.ts';
import { paths } from '../../paths.ts';
import { useDocumentTitle } from '../../ui/document-title.ts';
import { PhoneLink } from '../../ui/fields/field-list.tsx';
import { KeyFacts } from '../../ui/key-facts.tsx';
import { ageText, lifeDates } from '../../ui/life-text.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RecordState } from '../../ui/record-state.tsx';
import { SectionRail } from '../../ui/section-rail.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { AlsoHere } from './also-here.tsx';
import classes from './case-page.module.css';
import { railSections } from './case-rail.ts';
import { CaseSectionCard } from './case-section-card.tsx';
import { serviceTypeOf } from './case-text.ts';
import { CaseActions } from './life/case-actions.tsx';
import { CaseStateNotice } from './life/case-state-notice.tsx';
import { kinOf, kinText, relationshipOf } from './next-of-kin-list.tsx';

const AuditDrawer = lazy(async () => ({ default: (await import('./audit-drawer.tsx')).AuditDrawer }));
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export const CasePage = () => {
  const { id = '' } = useParams();
  const call = useApi();
  const query = useQuery(caseQuery(call, id));
  const kase = query.data;
  useDocumentTitle(kase ? `${kase.deceased_full_name || 'Name not given'} · ${shownCaseNumber(kase)}` : 'Case');
  if (!kase) return <RecordState query={query} noun="Case" back={{ to: paths.cases, label: 'Cases' }} />;
  return <CaseView key={kase.id} kase={kase} />;
};

const CaseView = ({ kase }: { kase: Case }) => {
  const can = useCan();
  const [open, setOpen] = useState<CaseSectionId | undefined>('deceased');
  const [auditing, setAuditing] = useState(false);
  const birth = text(kase.date_of_birth);
  const death = text(kase.date_of_death);
  /** The section opens, and is looked for on the page once it stands. */
  const go = (id: CaseSectionId) => {
    setOpen(id);
    requestAnimationFrame(() => {
      const section = document.querySelector<HTMLElement>(`[data-section="${CSS.escape(id)}"]`);
      section?.scrollIntoView({ block: 'start' });
      section?.querySelector('button')?.focus({ preventScroll: true });
    });
  };
  const [params] = useSearchParams();
  const section = params.get('section');
  const field = params.get('field');
  const follow = useEffectEvent((id: string | null, name: string | null) => {
    const found = caseSections.find((one) => one.id === id);
    if (!found) return;
    go(found.id);
    if (name)
      requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`)?.focus());
  });
  // A link to a field that is missing names its section too.
  useEffect(() => follow(section, field), [section, field]);
  return (
    <>
      <PageHeader
        back={{ to: paths.cases, label: 'Cases' }}
        title={kase.deceased_full_name || 'Name not given'}
        badge={<StatusBadge status={kase.status} />}
        lead={
          <>
            <strong className={classes.number}>{shownCaseNumber(kase)}</strong>
            {[lifeDates(birth, death), ageText(birth, death), kase.funeral_home_name]
              .filter(Boolean)
              .map((part) => ` · ${part}`)}
          </>
        }
        facts={<Facts kase={kase} />}
        actions={
          <>
            {can('case:audit') && (
              <Button
                variant="default"
                leftSection={<IconHistory size={18} stroke={1.6} aria-hidden />}
                onClick={() => setAuditing(true)}
              >
                Audit log
              </Button>
            )}
            <CaseActions kase={kase} />
          </>
        }
      />
      <p className={classes.origin}>
        Opened <TimeAgo at={kase.created_at} />
        {kase.created_by_name && ` by ${kase.created_by_name}`}
        {kase.source_submission_id && (
          <>
            {' '}
            from a{' '}
            <Anchor component={Link} to={paths.submission(kase.source_submission_id)} inherit underline="always">
              submission of the family
            </Anchor>
          </>
        )}
        {kase.source_first_call_id && (
          <>
            {' '}
            from a{' '}
            <Anchor component={Link} to={paths.firstCall(kase.source_first_call_id)} inherit underline="always">
              first call
            </Anchor>
          </>
        )}
        <AlsoHere caseId={kase.id} section={open ?? null} />
      </p>
      <CaseStateNotice kase={kase} />
      {kase.has_pacemaker === true && (
        <div className={classes.warning}>
          <Notice tone="warning">Pacemaker must be removed before cremation</Notice>
        </div>
      )}
      <div className={classes.columns}>
        <SectionRail
          label="Sections of the case"
          sections={railSections(kase)}
          current={open}
          onGo={(section) => go(section as CaseSectionId)}
        />
        <div>
          {caseSections.map((section) => (
            <CaseSectionCard
              key={section.id}
              section={section}
              kase={kase}
              open={open === section.id}
              onToggle={() => setOpen(open === section.id ? undefined : section.id)}
            />
          ))}
        </div>
      </div>
      {auditing && (
        <Suspense fallback={null}>
          <AuditDrawer caseId={kase.id} onClose={() => setAuditing(false)} />
        </Suspense>
      )}
    </>
  );
};

/** Whom to call, where the body is, and when the service is. */
const Facts = ({ kase }: { kase: Case }) => {
  const [kin] = kinOf(kase.next_of_kins);
  const day = text(kase.service_date);
  return (
    <KeyFacts
      facts={[
        {
          label: 'Next of kin',
          value: kin && [kinText(kin, 'first_name', 'last_name'), relationshipOf(kin)].filter(Boolean).join(', '),
        },
        { label: 'Phone', value: kin && kinText(kin, 'phone') && <PhoneLink phone={kinText(kin, 'phone')} /> },
        {
          label: 'Where now',
          value: [text(kase.current_body_location), text(kase.current_body_city)].filter(Boolean).join(', '),
        },
        {
          label: 'Service',
          value: [serviceTypeOf(text(kase.service_type)), day && formatDate(day)].filter(Boolean).join(', '),
        },
        { label: 'Social Security Number', value: kase.ssn_to_follow === true && 'To follow' },
      ]}
    />
  );
};
