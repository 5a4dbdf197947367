import { Anchor, Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { FamilyChoices, type FamilyPage, familyNeedLabels, familyNeeds } from '#domain/families/family-page.schema.ts';
import { schemaErrors } from '#domain/shared/forms/validate.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { formatTime } from '#domain/shared/values/date-time.ts';
import { languageLabels } from '#domain/shared/values/language.ts';
import { paths } from '../../paths.ts';
import { useCan } from '../../team/parts/current-user.ts';
import { DialogForm } from '../../ui/feedback/form-dialog.tsx';
import { FormFields } from '../../ui/fields/field-input.tsx';
import { type FieldShape, useSentForm } from '../../ui/fields/use-values-form.ts';
import { SidePanel } from '../../ui/page/side-panel.tsx';
import { useUpdateFamilyPage } from '../queries.ts';
import classes from './family.module.css';
import { FamilyCodes } from './family-codes.tsx';
import { FamilyReview } from './family-review.tsx';
import { stepLabels } from './step-labels.ts';

const serviceNote: FieldShape = {
  name: 'service_note',
  label: 'Service note',
  kind: 'text',
  maxLength: 300,
  help: 'For example: Please arrive at 10:15 AM and use the side door',
};
const fieldsOf = (showsService: boolean): readonly FieldShape[] => [
  { name: 'shows_name', label: 'Name of the deceased', kind: 'checkbox' },
  {
    name: 'shows_certificate',
    label: 'Death certificate status',
    kind: 'checkbox',
    help: 'Based on dates in Death Certificate Tracking',
  },
  {
    name: 'shows_service',
    label: 'Service date, time and location',
    kind: 'checkbox',
    help: 'Check when confirmed',
  },
  ...(showsService ? [serviceNote] : []),
  {
    name: 'needs',
    label: 'Requested from the family',
    kind: 'multiselect',
    options: familyNeeds.map((value) => ({ value, label: familyNeedLabels[value] })),
  },
  { name: 'other_need', label: 'Other request', kind: 'textarea', rows: 1, maxLength: 200 },
  {
    name: 'contact',
    label: 'Contact person',
    kind: 'text',
    maxLength: 100,
    help: 'Leave blank for “anyone on staff”',
  },
];

const FamilyForm = ({ caseId, page, onDone }: { caseId: string; page: FamilyPage; onDone: () => void }) => {
  const choosing = useUpdateFamilyPage(caseId);
  const [version] = useState(page.version);
  const { form, ...sent } = useSentForm({
    start: FamilyChoices.parse(page),
    judge: (values) => schemaErrors(FamilyChoices, values),
    send: (values) => choosing.mutateAsync({ ...FamilyChoices.parse(values), version }),
    done: 'Saved. The family page is updated',
    onDone,
  });
  return (
    <DialogForm label="Family page" submit="Save" {...sent} onClose={onDone}>
      <FormFields form={form} fields={fieldsOf(form.values.shows_service === true)} />
      <p>
        Emails to the family are in {languageLabels[page.language]}.{' '}
        <Anchor
          component={Link}
          to={`${paths.case(caseId)}?section=informant&field=family_language`}
          inherit
          underline="always"
        >
          Change the language
        </Anchor>
      </p>
    </DialogForm>
  );
};

interface FamilyDrawerProps {
  caseRecord: Case;
  page: FamilyPage;
  onClose: () => void;
}

export const FamilyDrawer = ({ caseRecord, page, onClose }: FamilyDrawerProps) => {
  const mayEdit = useCan()('case:edit');
  const [editing, setEditing] = useState(false);
  return (
    <SidePanel title="Family page" closeLabel="Close family page" onClose={onClose}>
      <Stack gap="lg">
        {editing ? (
          <FamilyForm caseId={caseRecord.id} page={page} onDone={() => setEditing(false)} />
        ) : (
          <>
            <FamilyReading page={page} />
            {mayEdit && (
              <Button variant="default" onClick={() => setEditing(true)}>
                Edit what the family sees
              </Button>
            )}
          </>
        )}
        <FamilyReview caseRecord={caseRecord} page={page} canEdit={mayEdit} />
        <FamilyCodes caseRecord={caseRecord} page={page} canEdit={mayEdit} />
      </Stack>
    </SidePanel>
  );
};

const FamilyReading = ({ page: { view } }: { page: FamilyPage }) => {
  const { service } = view;
  // The family reads these sentences below the place, not after it.
  const lineAboutIt: [string, string][] = service?.note ? [['Service note', service.note]] : [];
  const rows: [string, string][] = [
    ['Name', view.name ?? 'Not shown'],
    ['Status', view.ended ? 'Ended' : stepLabels[view.step]],
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
      'Requested from the family',
      [...view.needs.map((need) => familyNeedLabels[need]), view.other_need].filter(Boolean).join('; ') || 'Nothing',
    ],
    ['Contact person', view.contact || 'Anyone on staff'],
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
