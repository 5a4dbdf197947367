import { queryOptions } from '@tanstack/react-query';
import { authenticator } from '../../session/authenticator.ts';
import { profileKeys } from './keys.ts';

/** Whether one's own sign-in asks for a code. */
export const authenticatorQuery = queryOptions({
  queryKey: profileKeys.authenticator,
  queryFn: () => authenticator.isOn(),
});
