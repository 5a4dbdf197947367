import { capitalize } from '#domain/shared/values/text.ts';
import { toastError, toastSuccess } from './feedback/toasts.tsx';

const copyText = async (text: string, noun: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text);
    toastSuccess(`${capitalize(noun)} copied`);
  } catch {
    toastError(`Could not copy the ${noun}. Select it and copy it manually.`);
  }
};

export const copyLink = (link: string): Promise<void> => copyText(link, 'link');
export const copyAddress = (address: string): Promise<void> => copyText(address, 'address');
export const copyServices = (text: string): Promise<void> => copyText(text, 'services');
export const copyCode = (code: string): Promise<void> => copyText(code, 'code');
