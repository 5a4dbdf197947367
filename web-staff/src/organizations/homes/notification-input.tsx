import { Button } from '@mantine/core';
import { useCurrentUser } from '../../team/parts/current-user.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { EmailListInput } from '../../ui/fields/email-list-input.tsx';
import type { FieldInputProps } from '../../ui/fields/use-values-form.ts';
import classes from './notification-input.module.css';

/** Warns while there is no recipient, before a family waits for an answer. */
export const NotificationInput = (props: FieldInputProps) => {
  const { email } = useCurrentUser();
  const { value, onChange } = props;
  const nobody = !Array.isArray(value) || value.length === 0;
  return (
    <div>
      <EmailListInput {...props} />
      {nobody && (
        <div className={classes.nobody}>
          <Notice tone="warning" title="No one is notified">
            No one gets an email when a family reports a death. Add an address that is checked day and night.
          </Notice>
          <Button variant="default" onClick={() => onChange([email])}>
            Add my address
          </Button>
        </div>
      )}
    </div>
  );
};
