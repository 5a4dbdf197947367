import { Anchor, Button, Checkbox, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import {
  FamilyChoices,
  type FamilyNeed,
  type FamilyPage,
  familyNeedLabels,
  familyNeeds,
} from '#domain/families/family-page.schema.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { formatTime } from '#domain/shared/values/date-time.ts';
import { languageLabels } from '#domain/shared/values/language.ts';
import { paths } from '../../paths.ts';
import { useCan } from '../../team/parts/current-user.ts';
import { DialogButtons } from '../../ui/feedback/dialog-buttons.tsx';
import { toastFailure, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { SidePanel } from '../../ui/page/side-panel.tsx';
import { useUpdateFamilyPage } from '../queries.ts';
import classes from './family.module.css';
import { FamilyCodes } from './family-codes.tsx';
import { FamilyReview } from './family-review.tsx';
import { stepLabels } from './step-labels.ts';

const choicesOf = (page: FamilyPage): FamilyChoices => FamilyChoices.parse(page);

type Text = 'service_note' | 'other_need' | 'contact';

const FamilyForm = ({ caseId, page, onDone }: { caseId: string; page: FamilyPage; onDone: () => void }) => {
  const choosing = useUpdateFamilyPage(caseId);
  const [choices, setChoices] = useState(() => choicesOf(page));
  const [version] = useState(page.version);
  const [refused, setRefused] = useState<Record<string, string[] | undefined>>({});
  const set = (changes: Partial<FamilyChoices>) => setChoices((before) => ({ ...before, ...changes }));
  const bind = (name: Text) => ({
    value: choices[name],
    error: refused[name]?.[0],
    onChange: (event: { currentTarget: { value: string } }) => {
      set({ [name]: event.currentTarget.value });
      setRefused((before) => ({ ...before, [name]: undefined }));
    },
  });
  const tick = (name: 'shows_name' | 'shows_certificate' | 'shows_service') => ({
    checked: choices[name],
    onChange: (event: { currentTarget: { checked: boolean } }) => set({ [name]: event.currentTarget.checked }),
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const judged = FamilyChoices.safeParse(choices);
    if (!judged.success) {
      setRefused(Object.fromEntries(judged.error.issues.map(({ path, message }) => [String(path[0]), [message]])));
      return;
    }
    try {
      await choosing.mutateAsync({ ...judged.data, version });
      toastSuccess('Saved. The family page is updated');
      onDone();
    } catch (error) {
      if (error instanceof ApiError && error.status === 400) setRefused(error.body as Record<string, string[]>);
      toastFailure(error);
    }
  };
  return (
    <form noValidate aria-label="Family page" onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <Checkbox label="Name of the deceased" {...tick('shows_name')} />
        <Checkbox
          label="Death certificate status"
          description="Based on dates in Death Certificate Tracking"
          {...tick('shows_certificate')}
        />
        <Checkbox
          label="Service date, time and location"
          description="Check when confirmed"
          {...tick('shows_service')}
        />
        {choices.shows_service && (
          <TextInput
            label="Service note"
            description="For example: Please arrive at 10:15 AM and use the side door"
            maxLength={300}
            {...bind('service_note')}
          />
        )}
        <Checkbox.Group
          label="Requested from the family"
          value={choices.needs}
          onChange={(needs) => set({ needs: needs as FamilyNeed[] })}
        >
          <Stack gap="xs" mt="xs" className={classes.needs}>
            {familyNeeds.map((need) => (
              <Checkbox key={need} value={need} label={familyNeedLabels[need]} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Textarea label="Other request" maxLength={200} autosize minRows={1} {...bind('other_need')} />
        <TextInput
          label="Contact person"
          description="Leave blank for “anyone on staff”"
          maxLength={100}
          {...bind('contact')}
        />
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
        <DialogButtons submit="Save" busy={choosing.isPending} onCancel={onDone} />
      </Stack>
    </form>
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
