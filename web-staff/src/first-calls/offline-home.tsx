import { Button } from '@mantine/core';
import { IconCloudOff, IconPhonePlus, IconScan } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useMatch } from 'react-router';
import { paths } from '../paths.ts';
import { type DevicePerson, devicePersonQuery } from '../session/device/device-person.ts';
import { EmptyState } from '../ui/feedback/states.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { TimeAgo } from '../ui/time/time-ago.tsx';
import { deceasedName, nameOf } from './first-call-text.ts';
import classes from './first-calls-page.module.css';
import { offlineCallsQuery } from './parts/offline-calls.ts';
import { TakeCall } from './take-call-page.tsx';

/**
 * The application opened without a connection: a call can be taken, and unsent calls are listed. `fallback` is shown
 * if this device knows no user.
 */
export const WithoutConnection = ({ fallback, onRetry }: { fallback: ReactNode; onRetry: () => void }) => {
  const { data: person, isPending } = useQuery(devicePersonQuery);
  const taking = useMatch(paths.firstCallNew) !== null;
  if (isPending) return null;
  if (!person) return fallback;
  return taking ? <TakeCall taker={person} /> : <Offline person={person} onRetry={onRetry} />;
};

const Offline = ({ person, onRetry }: { person: DevicePerson; onRetry: () => void }) => {
  useDocumentTitle('Offline');
  const { data: calls = [] } = useQuery(offlineCallsQuery(person.id));
  return (
    <main id="main">
      <EmptyState
        page
        icon={<IconCloudOff size={40} stroke={1.2} />}
        title="You are offline"
        text="You can still take a first call and move people in care. Both are saved on this device and sent automatically. Everything else needs a connection."
        action={
          <div className={classes.offline}>
            <Button component={Link} to={paths.firstCallNew} leftSection={<IconPhonePlus size={18} stroke={1.6} />}>
              Take a call
            </Button>
            <Button
              component={Link}
              to={paths.careScan}
              variant="default"
              leftSection={<IconScan size={18} stroke={1.6} aria-hidden />}
            >
              Scan or move
            </Button>
            <Button variant="default" onClick={onRetry}>
              Try again
            </Button>
            {calls.length > 0 && (
              <ul aria-label="First calls on this device" className={classes.waiting}>
                {calls.map((call) => (
                  <li key={call.key}>
                    <Link to={paths.firstCallGoOn(call.key)}>{deceasedName(nameOf(call))}</Link>{' '}
                    <span>
                      <TimeAgo at={call.startedAt} /> · {call.ready ? 'waiting to send' : 'unfinished'}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </div>
        }
      />
    </main>
  );
};
