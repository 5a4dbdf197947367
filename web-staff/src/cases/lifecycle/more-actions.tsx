import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconBan, IconDots, IconHistory, IconPrinter, IconSignature, IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import { caseMessages } from '#domain/cases/case-lifecycle.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { actorOf, isAllowed } from '#domain/registry/policies.ts';
import { parseMoney } from '#domain/shared/values/money.ts';
import { PaperButton, usePrint } from '../../documents/parts/paper-button.tsx';
import { paths } from '../../paths.ts';
import { useCan, useCurrentUser } from '../../team/parts/current-user.ts';
import { DisabledReasonButton } from '../../ui/gated-button.tsx';
import { useIsNarrow } from '../../ui/page/use-screen-width.ts';
import { useFocusAfterBusy } from '../../ui/preserve-focus.ts';
import classes from './life.module.css';

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

interface SeldomActionsProps {
  caseRecord: Case;
  onHistory: () => void;
  onDelete: () => void;
  onCancel: () => void;
}

export const MoreCaseActions = (props: SeldomActionsProps) => {
  const isNarrow = useIsNarrow();
  const can = useCan();
  const viewer = actorOf(useCurrentUser());
  const reason = parseMoney(props.caseRecord.total_paid ?? '') ? caseMessages.hasPayments : undefined;
  const allowed = { delete: can('case:delete'), cancel: isAllowed(viewer, 'case:cancel', props.caseRecord), reason };
  return isNarrow ? <AsMenu {...props} allowed={allowed} /> : <AsButtons {...props} allowed={allowed} />;
};

interface AllowedProps extends SeldomActionsProps {
  allowed: { delete: boolean; cancel: boolean; reason: string | undefined };
}

const AsButtons = ({ caseRecord, allowed, onDelete, onCancel }: AllowedProps) => (
  <>
    <PaperButton paper="case" id={caseRecord.id}>
      Print
    </PaperButton>
    {allowed.delete && (
      <DisabledReasonButton
        variant="subtle"
        color="red"
        reason={allowed.reason}
        leftSection={<IconTrash {...icon} />}
        onClick={onDelete}
      >
        Delete
      </DisabledReasonButton>
    )}
    {allowed.cancel && (
      <Button variant="default" leftSection={<IconBan {...icon} />} onClick={onCancel}>
        Cancel case
      </Button>
    )}
  </>
);

const AsMenu = ({ caseRecord, allowed, onHistory, onDelete, onCancel }: AllowedProps) => {
  const { isPending, mutate } = usePrint('case');
  const can = useCan();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          ref={useFocusAfterBusy(isPending)}
          className={classes.more}
          variant="default"
          loading={isPending}
          aria-label="More for this case"
        >
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPrinter {...icon} />} onClick={() => mutate({ id: caseRecord.id })}>
          Print
        </Menu.Item>
        {can('signature:send') && (
          <Menu.Item component={Link} to={paths.signatureNew(caseRecord.id)} leftSection={<IconSignature {...icon} />}>
            Request signatures
          </Menu.Item>
        )}
        {can('case:audit') && (
          <Menu.Item leftSection={<IconHistory {...icon} />} onClick={onHistory}>
            History
          </Menu.Item>
        )}
        {allowed.cancel && (
          <Menu.Item leftSection={<IconBan {...icon} />} onClick={onCancel}>
            Cancel case
          </Menu.Item>
        )}
        {allowed.delete && (
          <Menu.Item
            color="red"
            leftSection={<IconTrash {...icon} />}
            disabled={allowed.reason !== undefined}
            onClick={onDelete}
          >
            Delete
            {allowed.reason && <span className={classes.reason}>{allowed.reason}</span>}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
};
