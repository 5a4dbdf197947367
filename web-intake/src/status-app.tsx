import './no-eval.ts';
import type { PageAddress } from './page-address.ts';
import { StatusPage } from './status-page.tsx';

export function StatusApp({ address }: { address: Extract<PageAddress, { page: 'status' }> }) {
  return <StatusPage reference={address.reference} token={address.token} />;
}
