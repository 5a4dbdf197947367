import { Anchor, Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useParams } from 'react-router';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { caseSections } from '#domain/cases/sections/case-sections.ts';
import { useApi } from '../../api/api-context.ts';
import { caseQuery } from '../../entities/cases/queries.ts';
import { useCan } from '../../entities/profile/current-user.ts';
import { paths } from '../../paths.ts';
import { useDocumentTitle } from '../../ui/document-title.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RecordState } from '../../ui/record-state.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import classes from './case-page.module.css';
import { CaseSectionCard } from './case-section-card.tsx';
import { ageText, lifeDates } from './case-text.ts';

const AuditDrawer = lazy(async () => ({ default: (await import('./audit-drawer.tsx')).AuditDrawer }));
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export const CasePage = () => {
  const { id = '' } = useParams();
  const call = useApi();
  const query = useQuery(caseQuery(call, id));
  const kase = query.data;
  useDocumentTitle(kase ? `${kase.deceased_full_name || 'Name not given'} · ${kase.case_number}` : 'Case');
  if (!kase) return <RecordState query={query} noun="Case" back={{ to: paths.cases, label: 'Cases' }} />;
  return <CaseView key={kase.id} kase={kase} />;
};

const CaseView = ({ kase }: { kase: Case }) => {
  const can = useCan();
  const [open, setOpen] = useState<string | undefined>('deceased');
  const [auditing, setAuditing] = useState(false);
  const birth = text(kase.date_of_birth);
  const death = text(kase.date_of_death);
  return (
    <>
      <PageHeader
        back={{ to: paths.cases, label: 'Cases' }}
        title={kase.deceased_full_name || 'Name not given'}
        badge={<StatusBadge status={kase.status} />}
        lead={
          <>
            <strong className={classes.number}>{kase.case_number}</strong>
            {[lifeDates(birth, death), ageText(birth, death), kase.funeral_home_name]
              .filter(Boolean)
              .map((part) => ` · ${part}`)}
          </>
        }
        actions={
          can('case:audit') && (
            <Button
              variant="default"
              leftSection={<IconHistory size={18} stroke={1.6} aria-hidden />}
              onClick={() => setAuditing(true)}
            >
              Audit log
            </Button>
          )
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
      </p>
      {kase.has_pacemaker === true && (
        <div className={classes.warning}>
          <Notice tone="warning">Pacemaker must be removed before cremation</Notice>
        </div>
      )}
      {caseSections.map((section) => (
        <CaseSectionCard
          key={section.id}
          section={section}
          kase={kase}
          open={open === section.id}
          onToggle={() => setOpen(open === section.id ? undefined : section.id)}
        />
      ))}
      {auditing && (
        <Suspense fallback={null}>
          <AuditDrawer caseId={kase.id} onClose={() => setAuditing(false)} />
        </Suspense>
      )}
    </>
  );
};
