import { Button, Stack, Text } from '@mantine/core';
import { IconLock, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import type { Case, CasePatch } from '#domain/cases/case-wire.schema.ts';
import { familyPageEndpoints } from '#domain/families/family-page.endpoints.ts';
import type { FamilyPage } from '#domain/families/family-page.schema.ts';
import type { ReviewLine, StaffReview } from '#domain/families/family-review.schema.ts';
import { actorOf, isAllowed } from '#domain/registry/policies.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import { useApi } from '../../api/api-context.ts';
import { callQuery, useChange } from '../../api/calls.ts';
import { caseKeys } from '../../cases/keys.ts';
import { cacheCase } from '../../cases/mutations.ts';
import { useTimeZoneAt } from '../../organizations/homes/queries.ts';
import { useCurrentUser } from '../../team/parts/current-user.ts';
import { ConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { QueryState } from '../../ui/feedback/states.tsx';
import { toastFailure, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { timeAtHome } from '../../ui/time/time-text.ts';
import classes from './family.module.css';
import { FamilyMailProblem } from './family-codes.tsx';

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
