import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCurrentUser } from '../../entities/profile/current-user.ts';
import { paths } from '../../paths.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { deceasedName } from './first-call-text.ts';
import classes from './first-calls-page.module.css';
import { forgetCall, keptCallQuery } from './kept-call.ts';
import { nameOf } from './night-call.ts';

/** A call that was begun on this device and is not at the server yet. */
export const KeptCallNotice = () => {
  const { id } = useCurrentUser();
  const client = useQueryClient();
  const { data: call } = useQuery(keptCallQuery(id));
  const [asking, setAsking] = useState(false);
  if (!call) return null;
  const discard = () => {
    void forgetCall(id);
    client.setQueryData(keptCallQuery(id).queryKey, null);
  };
  return (
    <div className={classes.kept}>
      <Notice tone="warning" title="An unfinished call is on this device">
        {deceasedName(nameOf(call))}, <TimeAgo at={call.startedAt} />. Nobody else can see it until it is saved.
        <div className={classes.keptActions}>
          <Button component={Link} to={paths.firstCallNew} variant="default">
            Go on with it
          </Button>
          <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
            Discard
          </Button>
        </div>
      </Notice>
      <ConfirmModal
        opened={asking}
        title="Discard the unfinished call?"
        confirmLabel="Discard"
        danger
        onClose={() => setAsking(false)}
        onConfirm={discard}
      >
        What was written down of it is on this device alone and will be lost.
      </ConfirmModal>
    </div>
  );
};
