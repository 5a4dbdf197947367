import { t } from './language.ts';

/** Where a part was wanted and did not come; read out when it happens. */
export const LoadFailed = ({ failed }: { failed: boolean }) => (
  <p role="alert" className="entry-problem">
    {failed && t('We could not be reached. Please try again.')}
  </p>
);
