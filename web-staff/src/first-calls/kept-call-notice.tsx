import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { useCurrentUser } from '../team/parts/current-user.ts';
import { ConfirmModal } from '../ui/feedback/confirm-modal.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { TimeAgo } from '../ui/time/time-ago.tsx';
import { deceasedName } from './first-call-text.ts';
import classes from './first-calls-page.module.css';
import { deleteOfflineCall, type FirstCallDraft, keptCallsQuery } from './parts/kept-calls.ts';
import { nameOf } from './take-call-call.ts';

/** The calls that were taken on this device and are not all at the server yet. */
export const KeptCallNotice = () => {
  const { id } = useCurrentUser();
  const { data: calls = [] } = useQuery(keptCallsQuery(id));
  return calls.map((call) => <OneCall key={call.key} profileId={id} call={call} />);
};

const OneCall = ({ profileId, call }: { profileId: string; call: FirstCallDraft }) => {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const discard = async () => {
    await deleteOfflineCall(profileId, call);
    await client.invalidateQueries({ queryKey: keptCallsQuery(profileId).queryKey });
  };
  return (
    <div className={classes.kept}>
      <Notice
        tone="warning"
        title={call.ready ? 'A call on this device waits to be sent' : 'An unfinished call is on this device'}
      >
        {deceasedName(nameOf(call))}, <TimeAgo at={call.startedAt} />.{' '}
        {call.sheet
          ? 'What was sent of it is a draft among the first calls.'
          : 'Nobody else can see it until it is sent.'}
        <div className={classes.keptActions}>
          <Button component={Link} to={paths.firstCallGoOn(call.key)} variant="default">
            {call.ready ? 'Look at it' : 'Go on with it'}
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
        onConfirm={() => void discard()}
      >
        {call.sheet
          ? 'What was not sent of it will be lost. Its draft stays among the first calls.'
          : 'What was written down of it is on this device alone and will be lost.'}
      </ConfirmModal>
    </div>
  );
};
