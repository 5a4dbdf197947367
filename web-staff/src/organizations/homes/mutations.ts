import { useMutation, useQueryClient } from '@tanstack/react-query';
import { funeralHomeEndpoints } from '#domain/organizations/funeral-home.endpoints.ts';
import type { FuneralHomeChange } from '#domain/organizations/funeral-home.schema.ts';
import { useApi } from '../../api/api-context.ts';
import { profileKeys } from '../../team/profile/keys.ts';
import { funeralHomeKeys } from './keys.ts';

export const useUpdateHome = (id: string) => {
  const call = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: FuneralHomeChange) => call(funeralHomeEndpoints.update, { params: { id }, body }),
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: funeralHomeKeys.all }),
        // Whoever works at the home carries its details along.
        client.invalidateQueries({ queryKey: profileKeys.currentUser }),
      ]);
    },
  });
};
