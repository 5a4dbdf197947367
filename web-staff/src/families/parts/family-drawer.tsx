import { Anchor, Button, Stack, Text } from '@mantine/core';
import { IconLock, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import type { Case, CasePatch } from '#domain/cases/case-wire.schema.ts';
import { familyPageEndpoints } from '#domain/families/family-page.endpoints.ts';
import { FamilyChoices, type FamilyPage, familyNeedLabels, familyNeeds } from '#domain/families/family-page.schema.ts';
import type { ReviewLine, StaffReview } from '#domain/families/family-review.schema.ts';
import { actorOf, isAllowed } from '#domain/registry/policies.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import { schemaErrors } from '#domain/shared/forms/validate.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { formatTime } from '#domain/shared/values/date-time.ts';
import { languageLabels } from '#domain/shared/values/language.ts';
import { useApi } from '../../api/api-context.ts';
import { callQuery, useChange } from '../../api/calls.ts';
import { caseKeys } from '../../cases/keys.ts';
import { cacheCase } from '../../cases/mutations.ts';
import { useTimeZoneAt } from '../../organizations/homes/queries.ts';
import { paths } from '../../paths.ts';
import { useCan, useCurrentUser } from '../../team/parts/current-user.ts';
import { ConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { DialogForm } from '../../ui/feedback/form-dialog.tsx';
import { QueryState } from '../../ui/feedback/states.tsx';
import { toastFailure, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { FormFields } from '../../ui/fields/field-input.tsx';
import { type FieldShape, useSentForm } from '../../ui/fields/use-values-form.ts';
import { SidePanel } from '../../ui/page/side-panel.tsx';
import { timeAtHome } from '../../ui/time/time-text.ts';
import { useUpdateFamilyPage } from '../queries.ts';
import classes from './family.module.css';
import { FamilyCodes, FamilyMailProblem } from './family-codes.tsx';
import { stepLabels } from './step-labels.ts';

const keyOf = (caseId: string) => ['family-review', caseId] as const;

const familyReviewQuery = (call: Call, caseId: string) =>
  callQuery(call, familyPageEndpoints.review, { params: { id: caseId } }, keyOf(caseId), { staleTime: 0 });

const useSendReview = (caseId: string) =>
  useChange(
    (call) => call(familyPageEndpoints.sendReview, { params: { id: caseId } }),
    (review, _, client) => {
      client.setQueryData(keyOf(caseId), review);
      for (const queryKey of [caseKeys.auditLog(caseId), caseKeys.one(caseId)])
        void client.invalidateQueries({ queryKey });
    },
  );

const useApplyCorrection = (caseId: string) =>
  useChange(
    (call, values: Record<string, string>) =>
      call(caseEndpoints.update, { params: { id: caseId }, body: values as CasePatch }),
    (caseRecord, _, client) => {
      cacheCase(client, caseRecord, client.getQueryData<Case>(caseKeys.one(caseId)));
      return client.invalidateQueries({ queryKey: keyOf(caseId) });
    },
  );

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

export const FamilyReview = ({
  caseRecord,
  page,
  canEdit,
}: {
  caseRecord: Case;
  page: FamilyPage;
  canEdit: boolean;
}) => {
  const query = useQuery(familyReviewQuery(useApi(), caseRecord.id));
  const sending = useSendReview(caseRecord.id);
  const { data: review } = query;
  const zone = useTimeZoneAt(caseRecord.funeral_home_id);
  const [asking, setAsking] = useState(false);
  const open = review?.lines.filter(({ state }) => state === 'open').length ?? 0;
  const send = () =>
    sending
      .mutateAsync()
      .then(() => toastSuccess('Sent to the family page'), toastFailure)
      .finally(() => setAsking(false));
  return (
    <section aria-label="Certificate review">
      <h3 className={classes.title}>Certificate review</h3>
      {review ? (
        <Stack gap="sm">
          <ReviewState review={review} zone={zone} />
          {!review.confirmed && <FamilyMailProblem problem={review.mail_problem} />}
          <Corrections caseRecord={caseRecord} review={review} />
          {canEdit && caseRecord.status !== 'cancelled' && review.state !== 'confirmed' && (
            <Button
              variant={review.state === 'changed' && open === 0 ? 'filled' : 'default'}
              leftSection={<IconSend {...icon} />}
              disabled={!page.is_open}
              loading={sending.isPending}
              onClick={() => (open > 0 ? setAsking(true) : void send())}
            >
              {sendLabels[review.state]}
            </Button>
          )}
          {!page.is_open && (
            <Text size="sm" c="dimmed">
              Issue a code first so the family can open its page.
            </Text>
          )}
          <ConfirmModal
            opened={asking}
            title="Corrections not applied"
            confirmLabel="Send anyway"
            busy={sending.isPending}
            onConfirm={() => void send()}
            onClose={() => setAsking(false)}
          >
            {open === 1 ? '1 family correction is' : `${open} family corrections are`} not in the case. The family would
            see the old information and have to correct {open === 1 ? 'it' : 'them'} again.
          </ConfirmModal>
        </Stack>
      ) : (
        <QueryState query={query} rows={2} />
      )}
    </section>
  );
};

const sendLabels: Readonly<Record<StaffReview['state'], string>> = {
  none: 'Send for family review',
  waiting: 'Send current version',
  confirmed: 'Send again',
  changed: 'Request new confirmation',
};

const ReviewState = ({
  review: { state, sent_at, sent_by_name, confirmed },
  zone,
}: {
  review: StaffReview;
  zone: string;
}) => {
  const at = (instant: string) => timeAtHome(instant, zone);
  if (state === 'none' || !sent_at)
    return <Text size="sm">The family checks, corrects and confirms each line before the certificate is filed.</Text>;
  return (
    <Text size="sm">
      Sent {at(sent_at)}
      {sent_by_name && ` by ${sent_by_name}`}.{' '}
      {confirmed ? (
        <strong>
          <IconLock size={14} aria-hidden /> Confirmed by {confirmed.name}, {at(confirmed.at)}.
        </strong>
      ) : (
        'Not confirmed yet.'
      )}
      {state === 'changed' && ' The case changed after the family confirmed. They need to confirm again.'}
    </Text>
  );
};

const stateText: Readonly<Record<ReviewLine['state'], string>> = {
  same: '',
  open: '',
  taken: 'Applied',
  changed: 'Needs new confirmation',
};

const Corrections = ({ caseRecord, review }: { caseRecord: Case; review: StaffReview }) => {
  const taking = useApplyCorrection(caseRecord.id);
  const mayEdit = isAllowed(actorOf(useCurrentUser()), 'case:edit', caseRecord);
  const lines = review.lines.filter(({ state, corrected }) => state !== 'same' || corrected);
  if (lines.length === 0) return null;
  const take = ({ id, corrected }: ReviewLine) =>
    taking.mutateAsync({ [id]: corrected?.value ?? '' }).then(() => toastSuccess('Applied to the case'), toastFailure);
  return (
    <ul className={classes.lines}>
      {lines.map((line) => (
        <li key={line.id}>
          <span className={classes.lineLabel}>{line.label}</span>
          <span>
            <del>{line.sent || 'Not given'}</del>{' '}
            {line.corrected ? <strong>{line.corrected.text || 'Not given'}</strong> : null}
          </span>
          {line.state === 'changed' && <span className={classes.lineLabel}>Now: {line.now || 'Not given'}</span>}
          {line.state === 'open' && mayEdit && line.kind !== 'words' ? (
            <Button size="compact-md" mih={44} loading={taking.isPending} onClick={() => void take(line)}>
              Apply<span className={classes.hidden}> {line.label}</span>
            </Button>
          ) : (
            <span className={classes.lineLabel}>
              {line.state === 'open' ? 'Enter it in the case, then request a new confirmation' : stateText[line.state]}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
};

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
