import { Button, Center, Group, Loader, Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { useLocations } from '../organizations/homes/queries.ts';
import { paths } from '../paths.ts';
import { callHome, type DevicePerson, devicePersonQuery } from '../session/device/device-person.ts';
import { signInPath } from '../session/return-path.ts';
import { useCurrentUser } from '../team/parts/current-user.ts';
import { toastSuccess } from '../ui/feedback/toasts.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { newCall } from './first-call-text.ts';
import { type FirstCallDraft, offlineCalls, offlineCallsQuery } from './parts/offline-calls.ts';
import { type TakeFirstCallOptions, TakeFirstCallScreen } from './take-call-screen.tsx';
import { useCallLock } from './use-draft-call.ts';

/** Opens the unfinished call of this device, or a new one. */
export const TakeFirstCallPage = () => {
  const user = useCurrentUser();
  const locations = useLocations();
  const name = `${user.first_name} ${user.last_name}`.trim();
  const home = callHome(user.funeral_home_details);
  return <TakeCall taker={{ id: user.id, name, home, locations: locations.map(callHome) }} />;
};

/** Takes a call for the person of this device without a session; it is sent after that person signs in again. */
export const OfflineCall = () => {
  const { data: taker, isPending } = useQuery(devicePersonQuery);
  if (isPending) return null;
  return taker ? (
    <TakeCall taker={taker} locked />
  ) : (
    <Navigate to={signInPath({ pathname: paths.firstCallNew, search: '' })} replace />
  );
};

/** Names the call that this tab began without a session; it shows no other one. */
const ownCall = 'stillwater-own-call';

export const TakeCall = ({ taker, locked = false }: { taker: DevicePerson; locked?: boolean }) => {
  useDocumentTitle('Take a call');
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { data: calls = [], isPending } = useQuery(offlineCallsQuery(taker.id));
  const options = {
    taker,
    locked,
    onLeave: () => {
      sessionStorage.removeItem(ownCall);
      void navigate(locked ? paths.signIn : paths.firstCalls);
    },
    onSaved: (id: string) => {
      toastSuccess('First call saved');
      void navigate(paths.firstCall(id), { replace: true });
    },
  };
  if (isPending) return null;
  const own = locked ? sessionStorage.getItem(ownCall) : params.get('call');
  const storedCall = calls.find(({ key }) => key === own) ?? (locked ? undefined : calls.find(({ ready }) => !ready));
  return <OneCall key={params.get('call')} options={options} storedCall={storedCall} />;
};

/** One tab at a time writes a call; a second tab asks which one shall. */
const OneCall = ({
  options,
  storedCall,
}: {
  options: TakeFirstCallOptions;
  storedCall: FirstCallDraft | undefined;
}) => {
  const [start, setStart] = useState(() => storedCall ?? newCall(options.taker.home.id, new Date()));
  const readAgain = async () => {
    const calls = await offlineCalls(options.taker.id);
    setStart(calls.find(({ key }) => key === start.key) ?? start);
  };
  const { lock, take } = useCallLock({ key: start.key, onSent: readAgain });
  // A reload continues the same call, also once it is confirmed.
  useEffect(() => {
    if (options.locked) sessionStorage.setItem(ownCall, start.key);
    else window.history.replaceState(window.history.state, '', paths.firstCallGoOn(start.key));
  }, [options.locked, start.key]);
  const goOn = async () => {
    await readAgain();
    take();
  };
  if (lock === 'held') return <TakeFirstCallScreen key={start.key} {...options} start={start} />;
  if (lock === 'asking') return null;
  if (lock === 'sending')
    return (
      <Center mih="50vh" component="output">
        <Loader size="sm" mr="sm" aria-hidden /> Sending your answers…
      </Center>
    );
  return (
    <Modal opened onClose={options.onLeave} title="This call is open in another tab" centered>
      <Text mb="lg">Answers there are saved. Continue it here, or take another call.</Text>
      <Group data-dialog-foot justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => setStart(newCall(options.taker.home.id, new Date()))}>
          Take another call
        </Button>
        <Button onClick={() => void goOn()} data-autofocus>
          Continue here
        </Button>
      </Group>
    </Modal>
  );
};
