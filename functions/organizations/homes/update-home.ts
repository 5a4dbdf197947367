import { funeralHomeEndpoints } from '#domain/organizations/funeral-home.endpoints.ts';
import { type FuneralHomeChange, maxFormerSlugs, reservedSlugs } from '#domain/organizations/funeral-home.schema.ts';
import { assertAllowed } from '#domain/shared/access/policies.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { addressLooksAlike, type HomeRecord } from '#functions/organizations/repository/homes.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { conflictError } from '#functions/platform/api/conflict.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { changesBetween } from '#functions/platform/store/audit/audit.ts';
import { assertPicture } from './picture.ts';
import { requireHome } from './read-homes.ts';

const cleared = new Set(['phone', 'emergency_phone', 'condolence_message', 'logo_url']);

const changed = (before: HomeRecord, { version: _version, ...body }: FuneralHomeChange): HomeRecord => {
  const given = Object.entries(body).filter(([, value]) => value !== undefined);
  const values = given.map(([name, value]) => [name, value || (cleared.has(name) ? null : (value ?? ''))]);
  const next: HomeRecord = { ...before, ...Object.fromEntries(values), version: before.version + 1 };
  if (next.slug === before.slug) return next;
  const former = [...before.former_slugs, before.slug].filter((slug) => slug !== next.slug);
  return { ...next, former_slugs: [...new Set(former)] };
};

/** Changes a home and its public card together. A new public address takes the old one along as a way to it. */
export const updateHome = handler(
  funeralHomeEndpoints.update,
  { organizations },
  ({ params, body }, { db, work, actor }) =>
    work.attempt(
      () => requireHome(db.organizations, params.id),
      async (before) => {
        assertAllowed(actor, 'home:edit', { homeId: before.id });
        if (body.version !== undefined && body.version !== before.version)
          throw conflictError(funeralHomeEndpoints.update, { current: before });
        if (body.slug && reservedSlugs.includes(body.slug))
          throw invalid({ slug: ['This public address is reserved'] });
        if (body.logo_url) assertPicture(body.logo_url);
        const next = changed(before, body);
        if (next.former_slugs.length > maxFormerSlugs)
          throw invalid({ slug: [`A funeral home keeps at most ${maxFormerSlugs} former addresses`] });
        // A picture is named, not quoted, in the audit log.
        const changes = changesBetween({ ...before }, { ...next }, new Set(['logo_url'])).filter(
          ({ field }) => field !== 'version' && field !== 'former_slugs',
        );
        if (changes.length === 0) return before;
        const look = next.slug === before.slug ? [] : await db.organizations.holdLook(next, addressLooksAlike);
        return work
          .add(
            look,
            db.organizations.changeHome(before, next, () =>
              invalid({ slug: ['This public address is already taken'] }),
            ),
          )
          .audit('home.updated', next.id, changes)
          .announce('home.updated', next.id, { funeral_home_id: next.id })
          .finish(next);
      },
    ),
);
