import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { type FamilyPage, familyNeedLabels } from '#domain/families/family-page.schema.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { formatTime } from '#domain/shared/values/clock-time.ts';
import { useCan } from '../../team/parts/current-user.ts';
import { SidePanel } from '../../ui/page/side-panel.tsx';
import classes from './family.module.css';
import { FamilyCodes } from './family-codes.tsx';
import { FamilyForm } from './family-form.tsx';
import { FamilyReview } from './family-review.tsx';
import { stepLabels } from './step-labels.ts';

interface FamilyDrawerProps {
  kase: Case;
  page: FamilyPage;
  onClose: () => void;
}

/** What a family reads of its case, how it gets there, and what staff choose to show: read first, changed on request. */
export const FamilyDrawer = ({ kase: caseRecord, page, onClose }: FamilyDrawerProps) => {
  const mayEdit = useCan()('case:edit');
  const [editing, setEditing] = useState(false);
  return (
    <SidePanel title="What the family sees" closeLabel="Close what the family sees" onClose={onClose}>
      <Stack gap="lg">
        {editing ? (
          <FamilyForm caseId={caseRecord.id} page={page} onDone={() => setEditing(false)} />
        ) : (
          <>
            <FamilyReading page={page} />
            {mayEdit && (
              <Button variant="default" onClick={() => setEditing(true)}>
                Change what is shown
              </Button>
            )}
          </>
        )}
        <FamilyReview kase={caseRecord} page={page} canEdit={mayEdit} />
        <FamilyCodes kase={caseRecord} page={page} canEdit={mayEdit} />
      </Stack>
    </SidePanel>
  );
};

const FamilyReading = ({ page: { view } }: { page: FamilyPage }) => {
  const { service } = view;
  // Sentences of their own: the family reads them beneath the place, not behind it.
  const lineAboutIt: [string, string][] = service?.note ? [['Line about the service', service.note]] : [];
  const rows: [string, string][] = [
    ['Name', view.name ?? 'Not shown'],
    ['How things stand', view.ended ? 'Ended' : stepLabels[view.step]],
    [
      'Service',
      service
        ? [service.date && formatDate(service.date), service.time && formatTime(service.time), service.place]
            .filter(Boolean)
            .join(', ')
        : 'Not shown',
    ],
    ...lineAboutIt,
    [
      'Needed from the family',
      [...view.needs.map((need) => familyNeedLabels[need]), view.other_need].filter(Boolean).join('; ') || 'Nothing',
    ],
    ['Whom to ask for', view.contact || 'Anyone who answers'],
  ];
  return (
    <dl className={classes.facts}>
      {rows.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
};
