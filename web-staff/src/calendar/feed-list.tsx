import { Button } from '@mantine/core';
import { useState } from 'react';
import { type CalendarFeed, feedScopeLabels, namingLabels } from '#domain/calendar/calendar-feed.schema.ts';
import { useLocations } from '../organizations/homes/queries.ts';
import { useCurrentUser } from '../team/parts/current-user.ts';
import { ConfirmModal } from '../ui/feedback/confirm-modal.tsx';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { TimeAgo } from '../ui/time/time-ago.tsx';
import classes from './feeds.module.css';
import { useRevokeFeed } from './parts/feeds.ts';

/** The links there are, each with the way to revoke it. */
export const FeedList = ({ feeds }: { feeds: readonly CalendarFeed[] }) => {
  const own = useCurrentUser().id;
  const locations = useLocations();
  const revoking = useRevokeFeed();
  const [chosen, setChosen] = useState<CalendarFeed>();
  if (feeds.length === 0) return <p className={classes.none}>No links yet.</p>;
  const nameOf = ({ scope, funeral_home_id }: CalendarFeed): string =>
    locations.find(({ id }) => id === funeral_home_id)?.name ?? feedScopeLabels[scope];
  const revoke = () => {
    if (!chosen) return;
    revoking.mutate(chosen.id, {
      onSuccess: () => toastSuccess('The link is revoked'),
      onError: toastFailure,
      onSettled: () => setChosen(undefined),
    });
  };
  return (
    <section aria-labelledby="calendar-links">
      <h3 id="calendar-links" className={classes.heading}>
        Links in use
      </h3>
      <ul className={classes.list}>
        {feeds.map((feed) => (
          <li key={feed.id} className={classes.row}>
            <div>
              <strong>{nameOf(feed)}</strong>
              <div className={classes.about}>
                {namingLabels[feed.naming]}
                {feed.deadlines && ', with deadlines'}
                {feed.profile_id !== own && `, made by ${feed.profile_name}`}, <TimeAgo at={feed.created_at} />
              </div>
            </div>
            <Button variant="default" aria-label={`Revoke: ${nameOf(feed)}`} onClick={() => setChosen(feed)}>
              Revoke
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmModal
        opened={chosen !== undefined}
        title="Revoke this link?"
        confirmLabel="Revoke"
        danger
        busy={revoking.isPending}
        onConfirm={revoke}
        onClose={() => setChosen(undefined)}
      >
        Calendars that use it show nothing new from then on. It cannot be brought back; make another one instead.
      </ConfirmModal>
    </section>
  );
};
