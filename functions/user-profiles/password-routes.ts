import { userProfileEndpoints } from '#domain/profiles/user-profile.endpoints.ts';
import { implement } from '#functions/kernel/api.ts';
import { updatePassword } from './update-password.ts';

export const passwordRoutes = implement({ updatePassword: userProfileEndpoints.updatePassword }, { updatePassword });
