import { describe, expect, it } from 'vitest';
import { confusableSkeleton, slug } from './slug.ts';

describe('slug', () => {
  it.each(['whitcomb-ames', 'home2'])('%s is valid', (text) => expect(slug.parse(text)).toBe(text));
  it.each(['', 'Whitcomb', 'a--b', '-a', 'a/b', 'x'.repeat(61)])('%j is invalid', (text) => {
    expect(slug.safeParse(text).success).toBe(false);
  });
});

describe('confusableSkeleton', () => {
  it.each([
    'whitcomb-ames',
    'whitcombames',
    'whit-comb-ames',
    'whitcomb-ames-funeral-home',
    'whitcombames-funeral-homes',
    'whitcombamesfuneralhome',
    'whitcomb-ames-chapel',
    'wh1tcomb-ames',
    'whltcornb-arnes',
    'vvhitcomb-ames',
    'whittcomb-amess',
    'the-whitcomb-ames-memorial',
    'whitcomb-ames-fl',
    'whitcomb-ames-2',
    'whitcomb-ames-com',
    'whitcomb-ames-fh',
    'my-whitcomb-ames',
    'whitcomb-ames-report-form',
    'whitcomb-ames-obituaries-fl',
  ])('returns the same skeleton for %s', (address) =>
    expect(confusableSkeleton(address)).toBe(confusableSkeleton('whitcomb-ames')),
  );

  it.each(['ames-whitcomb', 'whitcomb', 'whitcomb-james', 'ames', 'harbor-light'])(
    'returns different skeletons for %s',
    (address) => expect(confusableSkeleton(address)).not.toBe(confusableSkeleton('whitcomb-ames')),
  );

  it('compares addresses that consist only of generic words', () => {
    expect(confusableSkeleton('chapel')).toBe(confusableSkeleton('chape1'));
    expect(confusableSkeleton('funeral-home')).not.toBe(confusableSkeleton('chapel'));
    expect(confusableSkeleton('the-care-center')).not.toBe('');
  });
});
