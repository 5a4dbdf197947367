import { toastError, toastSuccess } from './feedback/toasts.tsx';

export const copyLink = async (link: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(link);
    toastSuccess('Link copied');
  } catch {
    toastError('Could not copy the link. Select it and copy it manually.');
  }
};
