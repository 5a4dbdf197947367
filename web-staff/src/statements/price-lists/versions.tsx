import { Anchor, Button } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import type { PriceListVersion } from '#domain/statements/price-lists/price-list.schema.ts';
import {
  type PriceListKind,
  priceListCaptions,
  priceListKinds,
} from '#domain/statements/price-lists/price-list-kinds.ts';
import { useIdempotencyKey } from '../../api/idempotency-key.ts';
import { toastFailure, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { useCreatePriceList } from './mutations.ts';
import classes from './price-lists.module.css';
import { VersionChip, versionLink, versionName } from './version-text.tsx';

/** Begins a draft, empty or as a copy, and opens it. */
export const useNewDraft = (homeId: string) => {
  const creating = useCreatePriceList(homeId);
  const keyFor = useIdempotencyKey();
  const navigate = useNavigate();
  const begin = async (kind: PriceListKind, from?: PriceListVersion) => {
    const body = { kind, ...(from ? { copy_of: from.id } : {}) };
    try {
      // Every click means another draft, but a repeated one of the same click does not.
      const made = await creating.mutateAsync({ body, idempotencyKey: keyFor({ ...body, at: creating.submittedAt }) });
      toastSuccess(from ? 'Copied into a new draft' : 'Draft begun');
      await navigate(versionLink(made.id));
    } catch (error) {
      toastFailure(error);
    }
  };
  return { begin, isPending: creating.isPending };
};

interface VersionsProps {
  homeId: string;
  edits: boolean;
  versions: readonly PriceListVersion[];
}

/** The versions of all three lists; drafts first, then the latest to take effect. */
export const Versions = ({ homeId, edits, versions }: VersionsProps) => {
  const { begin, isPending } = useNewDraft(homeId);
  return (
    <div className={classes.kinds}>
      {priceListKinds.map((kind) => {
        const own = versions.filter((one) => one.kind === kind);
        return (
          <section key={kind} aria-label={priceListCaptions[kind]}>
            <div className={classes.head}>
              <h3 className={classes.caption}>{priceListCaptions[kind]}</h3>
              {edits && (
                <Button variant="default" loading={isPending} onClick={() => void begin(kind)}>
                  New draft<span className={classes.unseen}> of the {priceListCaptions[kind].toLowerCase()}</span>
                </Button>
              )}
            </div>
            {own.length === 0 ? (
              <p className={classes.quiet}>No version yet. Fees are entered by hand until there is one.</p>
            ) : (
              <ul className={classes.versions}>
                {own.map((version) => (
                  <li key={version.id}>
                    <Anchor component={Link} to={versionLink(version.id)} className={classes.version}>
                      {versionName(version)}
                    </Anchor>
                    <VersionChip status={version.status} />
                    <span className={classes.quiet}>
                      {version.item_count === 1 ? '1 item' : `${version.item_count} items`}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </section>
        );
      })}
    </div>
  );
};
