import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { paths } from '../paths.ts';
import { devicePersonQuery } from './parts/device-person.ts';
import { TakeCall } from './take-call-page.tsx';

/** Takes a call for the person of this device without a session; it is sent after that person signs in again. */
export const OfflineCall = () => {
  const { data: taker, isPending } = useQuery(devicePersonQuery);
  if (isPending) return null;
  return taker ? <TakeCall taker={taker} locked /> : <Navigate to={paths.signIn} replace />;
};
