import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { paths } from '../paths.ts';
import { devicePersonQuery } from './parts/device-person.ts';
import { TakeCall } from './take-call-page.tsx';

/** Takes a call for whoever this device knows, without a session: it is sent when that person has signed in again. */
export const OfflineCall = () => {
  const { data: taker, isPending } = useQuery(devicePersonQuery);
  if (isPending) return null;
  return taker ? <TakeCall taker={taker} locked /> : <Navigate to={paths.signIn} replace />;
};
