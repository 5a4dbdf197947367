import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { calendarFeedEndpoints } from '#domain/calendar/calendar.endpoints.ts';
import { type NameFormat, nameFormats } from '#domain/calendar/calendar-events.ts';
import {
  type CalendarFeed,
  type FeedScope,
  feedScopeLabels,
  feedScopes,
  type MadeCalendarFeed,
  namingLabels,
} from '#domain/calendar/calendar-feed.schema.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import type { FieldValue } from '#domain/shared/forms/field.ts';
import type { FieldErrors } from '#domain/shared/forms/rules.ts';
import { useApi } from '../api/api-context.ts';
import { callQuery, useChange } from '../api/calls.ts';
import { useIdempotencyKey } from '../api/idempotency-key.ts';
import { useLocations } from '../organizations/homes/queries.ts';
import { shortLocationName } from '../organizations/parts/location-select.tsx';
import { useCurrentUser } from '../team/parts/current-user.ts';
import { copyLink } from '../ui/copy-link.ts';
import { ConfirmButton } from '../ui/feedback/confirm-dialog.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { QueryState } from '../ui/feedback/states.tsx';
import { toastSuccess } from '../ui/feedback/toasts.tsx';
import { FormFields } from '../ui/fields/field-input.tsx';
import { type FieldShape, useSentForm } from '../ui/fields/use-values-form.ts';
import { useRestoreFocus } from '../ui/preserve-focus.ts';
import { TimeAgo } from '../ui/time/time-ago.tsx';
import classes from './feeds.module.css';
import { calendarKeys } from './keys.ts';
import { optionsOf } from './parts/day-text.ts';

type NewFeedBody = NonNullable<CallInput<typeof calendarFeedEndpoints.create>['body']>;

const useFeedsChanged = () => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: calendarKeys.feeds });
};

/** The response contains the secret address, which must not be cached. */
const useMakeFeed = () =>
  useChange(
    (call, { body, idempotencyKey }: { body: NewFeedBody; idempotencyKey: string }) =>
      call(calendarFeedEndpoints.create, { body }, { idempotencyKey }),
    useFeedsChanged(),
    { gcTime: 0 },
  );

const useRevokeFeed = () => {
  const changed = useFeedsChanged();
  // One that is gone already is gone from the list, too.
  return useChange((call, id: string) => call(calendarFeedEndpoints.revoke, { params: { id } }), changed, {
    onError: changed,
  });
};

const FeedList = ({ feeds }: { feeds: readonly CalendarFeed[] }) => {
  const own = useCurrentUser().id;
  const locations = useLocations();
  const revoking = useRevokeFeed();
  if (feeds.length === 0) return <p className={classes.none}>No calendar links yet.</p>;
  const nameOf = ({ scope, funeral_home_id }: CalendarFeed): string =>
    locations.find(({ id }) => id === funeral_home_id)?.name ?? feedScopeLabels[scope];
  return (
    <section aria-labelledby="calendar-links">
      <h3 id="calendar-links" className={classes.heading}>
        Active links
      </h3>
      <ul className={classes.list}>
        {feeds.map((feed) => (
          <li key={feed.id} className={classes.row}>
            <div>
              <strong>{nameOf(feed)}</strong>
              <div className={classes.about}>
                {namingLabels[feed.naming]}
                {feed.all_events && ', all events'}
                {feed.deadlines && ', with deadlines'}
                {feed.profile_id !== own && `, created by ${feed.profile_name}`}, <TimeAgo at={feed.created_at} />
              </div>
            </div>
            <ConfirmButton
              aria-label={`Revoke: ${nameOf(feed)}`}
              ask={{
                title: 'Revoke this link?',
                confirmLabel: 'Revoke',
                danger: true,
                action: () => revoking.mutateAsync(feed.id).then(() => toastSuccess('Link revoked')),
                text: 'Calendars using this link will stop updating. This cannot be undone, but you can create a new link.',
              }}
            >
              Revoke
            </ConfirmButton>
          </li>
        ))}
      </ul>
    </section>
  );
};

const MadeLink = ({ made, onMore }: { made: MadeCalendarFeed; onMore: () => void }) => {
  const link = new URL(made.address, window.location.origin).href;
  return (
    <Stack gap="sm">
      <Notice tone="info" title="Your link is ready">
        Copy it now. You will not see it again. Anyone with this link can see your calendar, so don’t share it.
      </Notice>
      <TextInput
        label="Link"
        value={link}
        readOnly
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
        classNames={{ input: classes.link }}
      />
      <div className={classes.buttons}>
        <Button leftSection={<IconCopy size={18} stroke={1.6} aria-hidden />} onClick={() => void copyLink(link)}>
          Copy link
        </Button>
        <Button variant="default" onClick={onMore}>
          Create another
        </Button>
      </div>
      <Text size="sm">
        Google Calendar: Other calendars {'>'} From URL. Apple Calendar: File {'>'} New Calendar Subscription. Outlook:
        Add calendar {'>'} Subscribe from web. Calendars refresh on their own, some only a few times a day.
      </Text>
    </Stack>
  );
};

const fieldsOf = (scope: FieldValue, locations: readonly { id: string; name: string }[]): readonly FieldShape[] => [
  {
    name: 'scope',
    label: 'What to include',
    kind: 'chosen',
    options: optionsOf(feedScopes, feedScopeLabels),
  },
  ...(scope === 'home'
    ? [
        {
          name: 'funeral_home',
          label: 'Location',
          kind: 'chosen',
          requiredIf: true,
          options: [
            { value: '', label: 'Choose a location' },
            ...locations.map(({ id, name }) => ({ value: id, label: shortLocationName(name) })),
          ],
        },
      ]
    : []),
  {
    name: 'naming',
    label: 'How to show names',
    kind: 'chosen',
    help: 'Use initials if others can see your screen.',
    options: optionsOf(nameFormats, namingLabels),
  },
  {
    name: 'all_events',
    label: 'Include all events of the day',
    kind: 'checkbox',
    help: 'Also arrangements, visitations, committals, meetings and others.',
  },
  {
    name: 'deadlines',
    label: 'Include deadlines',
    kind: 'checkbox',
    help: 'Shown as all-day events until they are done.',
  },
];
const newFeed = {
  scope: 'all' as FeedScope,
  funeral_home: '',
  naming: 'initials' as NameFormat,
  all_events: false,
  deadlines: false,
};

const NewLink = ({ onMade }: { onMade: (made: MadeCalendarFeed) => void }) => {
  const locations = useLocations();
  const making = useMakeFeed();
  const keyFor = useIdempotencyKey();
  const { form, busy, onSubmit } = useSentForm({
    start: newFeed,
    judge: ({ scope, funeral_home }): FieldErrors =>
      scope === 'home' && funeral_home === '' ? { funeral_home: ['Choose a location'] } : {},
    send: ({ funeral_home, ...values }) => {
      const body = { ...values, ...(values.scope === 'home' ? { funeral_home } : {}) };
      return making.mutateAsync({ body, idempotencyKey: keyFor({ ...body, at: making.submittedAt }) });
    },
    onDone: onMade,
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="sm">
        <FormFields form={form} fields={fieldsOf(form.values.scope ?? '', locations)} />
        <div className={classes.buttons}>
          <Button type="submit" loading={busy}>
            Create link
          </Button>
        </div>
      </Stack>
    </form>
  );
};

export const FeedsDialog = ({ onClose }: { onClose: () => void }) => {
  useRestoreFocus();
  const [made, setMade] = useState<MadeCalendarFeed>();
  const query = useQuery(callQuery(useApi(), calendarFeedEndpoints.list, {}, calendarKeys.feeds));
  const list = () => {
    if (query.data) return <FeedList feeds={query.data.results} />;
    return <QueryState query={query} rows={2} height={64} lines={2} />;
  };
  return (
    <Modal opened onClose={onClose} title="Calendar links" centered size="lg">
      <Stack gap="lg">
        <Text>
          See services, cremations and burials (and deadlines, if you want) in Google Calendar, Apple Calendar or
          Outlook. The link shares only the date, time, location, case number, and name or initials.
        </Text>
        {made ? <MadeLink key={made.id} made={made} onMore={() => setMade(undefined)} /> : <NewLink onMade={setMade} />}
        {list()}
      </Stack>
    </Modal>
  );
};
