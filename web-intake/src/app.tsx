import './no-eval.ts';
import { IntakePage } from './intake-page.tsx';
import type { PageAddress } from './page-address.ts';
import { StartPage } from './start-page.tsx';
import { Toasts } from './toasts.tsx';

/** The pages around the form; the one that tells how things stand carries none of their code (status-app.tsx). */
export function App({ address }: { address: PageAddress }) {
  return (
    <>
      <PageView address={address} />
      <Toasts />
    </>
  );
}

function PageView({ address }: { address: PageAddress }) {
  if (address.page === 'form') return <IntakePage slug={address.slug} form={address.form} />;
  return <StartPage />;
}
