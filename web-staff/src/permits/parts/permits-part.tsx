import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import type { Permit } from '#domain/permits/permit.schema.ts';
import { actorOf, isAllowed } from '#domain/shared/access/policies.ts';
import { useApi } from '../../api/api-context.ts';
import { useLocations, useTodayAt } from '../../organizations/homes/queries.ts';
import { useCurrentUser } from '../../team/parts/current-user.ts';
import { ConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { toastRefused, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { usePreserveFocus } from '../../ui/preserve-focus.ts';
import { useDeletePermit } from '../mutations.ts';
import { permitsQuery } from '../queries.ts';
import { PermitCard } from './permit-card.tsx';
import { PermitForm } from './permit-form.tsx';
import classes from './permits.module.css';

/** The permits of a case as cards (D3 §2): added below them, changed in place one at a time, deleted after a question. */
export const PermitsPart = ({ kase: caseRecord }: { kase: Case }) => {
  const query = useQuery(permitsQuery(useApi(), caseRecord.id));
  const canEdit = isAllowed(actorOf(useCurrentUser()), 'permit:edit', caseRecord);
  const today = useTodayAt(caseRecord.funeral_home_id);
  const state = useStateOfDeath(caseRecord);
  const [adding, setAdding] = useState(false);
  const [editing, setEditing] = useState<string>();
  const [deleting, setDeleting] = useState<Permit>();
  const part = usePreserveFocus<HTMLElement>();
  const permits = query.data;
  if (!permits)
    return query.isError ? (
      <ErrorState title="Failed to load permits" error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Text role="status" c="dimmed" py="md" mih={288}>
        Loading case permits...
      </Text>
    );
  const opener = (label: string) =>
    canEdit &&
    !adding && (
      <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
        {label}
      </Button>
    );
  return (
    <section ref={part} tabIndex={-1} className={classes.part} aria-label="Permits">
      {permits.length === 0 && !adding && (
        <EmptyState title="No permits added yet" action={opener('Add First Permit')} />
      )}
      {permits.length > 0 && (
        <ul className={classes.cards}>
          {permits.map((permit) => (
            <PermitCard
              key={permit.id}
              caseId={caseRecord.id}
              permit={permit}
              others={permits.filter(({ id }) => id !== permit.id)}
              today={today}
              canEdit={canEdit}
              editing={editing === permit.id}
              onEdit={(open) => setEditing(open ? permit.id : undefined)}
              onDelete={() => setDeleting(permit)}
            />
          ))}
        </ul>
      )}
      {adding && canEdit ? (
        <PermitForm
          caseId={caseRecord.id}
          permits={permits}
          today={today}
          state={state}
          onDone={() => setAdding(false)}
        />
      ) : (
        permits.length > 0 && <div>{opener('Add Another Permit')}</div>
      )}
      {deleting && <DeletePermit caseId={caseRecord.id} permit={deleting} onClose={() => setDeleting(undefined)} />}
    </section>
  );
};

/** Where the death is registered, as far as it is known: where it happened, else where the home is. */
const useStateOfDeath = (caseRecord: Case): string => {
  const home = useLocations().find(({ id }) => id === caseRecord.funeral_home_id);
  return String(caseRecord.sections.deceased?.values.state_of_death ?? '') || (home?.state ?? '');
};

const DeletePermit = ({ caseId, permit, onClose }: { caseId: string; permit: Permit; onClose: () => void }) => {
  const deleting = useDeletePermit(caseId);
  const confirm = async () => {
    try {
      await deleting.mutateAsync(permit.id);
      toastSuccess('Permit deleted successfully');
    } catch (error) {
      toastRefused(error, 'Failed to delete permit');
    }
    onClose();
  };
  return (
    <ConfirmModal
      opened
      title="Delete Permit"
      confirmLabel="Delete"
      danger
      busy={deleting.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      Are you sure you want to delete "{permit.permit_name}"? This action cannot be undone.
    </ConfirmModal>
  );
};
