import { Check } from '../icons.tsx';
import { locale, t } from '../language.ts';

/** The thing in the family's hands, as they call it. */
export const deviceName = (): string => {
  const touched = window.matchMedia?.('(pointer: coarse)').matches;
  if (!touched) return 'computer';
  return window.innerWidth < 700 ? 'phone' : 'device';
};

/** That nothing is lost, since when, and what is not kept. */
export function SavedLine({ savedAt, withSsn }: { savedAt: Date | undefined; withSsn: boolean }) {
  const time = savedAt?.toLocaleTimeString(locale(), { hour: 'numeric', minute: '2-digit' });
  return (
    <p className="saved" role="status">
      {savedAt && (
        <>
          <Check />
          <span>
            <b>{t(`Saved on this ${deviceName()} at {0}.`, time ?? '')}</b>{' '}
            {withSsn && t('The Social Security Number is never saved: you would type it again.')}
          </span>
        </>
      )}
    </p>
  );
}
