import { Button, FileButton, Group, Input, TextInput } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import type { FuneralHome } from '#domain/organizations/funeral-home.endpoints.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import type { DrawField, FormValues } from '../ui/fields/field-grid.tsx';
import type { FieldInputProps } from '../ui/fields/use-values-form.ts';
import { publicPageFields } from './homes/home-fields.ts';
import { HomeForm } from './homes/home-form.tsx';
import { PublicPreview } from './parts/public-preview.tsx';
import { publicLink, shortLink, usePublicSite } from './parts/public-site.tsx';
import classes from './public-page-form.module.css';

/** Longest side in pixels, and the server's limit of the data URL. */
const logoSide = 320;
export const logoBytes = 20_000;

interface Size {
  width: number;
  height: number;
}

export interface Attempt extends Size {
  type: 'image/png' | 'image/webp';
  /** 0 to 1, only for WebP. */
  quality?: number;
}

/** Scales down to a longer side of at most `side`; never enlarges. */
export const fitWithin = ({ width, height }: Size, side: number): Size => {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
};

const sides = [logoSide, 240, 160, 112, 80];
const formats: readonly Pick<Attempt, 'type' | 'quality'>[] = [
  { type: 'image/png' },
  { type: 'image/webp', quality: 0.92 },
  { type: 'image/webp', quality: 0.8 },
  { type: 'image/webp', quality: 0.65 },
];

/** Encodings, best first: PNG keeps drawn logos sharp, photographs become WebP, then smaller. */
export const attemptsFor = (size: Size): Attempt[] => {
  const useful = sides.filter((side, index) => index === 0 || side < Math.max(size.width, size.height));
  return useful.flatMap((side) => formats.map((format) => ({ ...fitWithin(size, side), ...format })));
};

/** Returns the first result that is small enough and in the requested format: some browsers cannot write WebP. */
export const firstThatFits = async (
  attempts: readonly Attempt[],
  write: (attempt: Attempt) => Promise<Blob | null>,
): Promise<Blob | undefined> => {
  for (const attempt of attempts) {
    const blob = await write(attempt);
    if (blob && blob.type === attempt.type && blob.size <= logoBytes) return blob;
  }
  return undefined;
};

const logoTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
const notAPicture = 'The logo must be a PNG, JPEG or WebP picture';
const maxBytes = 25_000_000;

const write = (picture: ImageBitmap, { width, height, type, quality }: Attempt): Promise<Blob | null> => {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality));
};

const dataUrlOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('Could not read the image'));
    reader.readAsDataURL(blob);
  });

const readLogo = async (file: File): Promise<string> => {
  if (file.size > maxBytes) throw new Error('The picture is over 25 MB. Please choose a smaller one.');
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error(notAPicture);
  });
  try {
    const found = await firstThatFits(attemptsFor(picture), (attempt) => write(picture, attempt));
    if (!found) throw new Error('The logo is too large. Please choose a smaller picture.');
    return await dataUrlOf(found);
  } finally {
    picture.close();
  }
};

export const LogoInput = ({ field, value, onChange, error, inputRef, name }: FieldInputProps & { name: string }) => {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const logo = typeof value === 'string' ? value : '';
  const choose = async (file: File | null) => {
    if (!file) return;
    setBusy(true);
    setProblem(undefined);
    try {
      onChange(await readLogo(file));
    } catch (reason) {
      setProblem(reason instanceof Error ? reason.message : 'Could not read the image');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Input.Wrapper
      label={field.label}
      labelElement="div"
      description="PNG, JPEG or WebP. We resize it to fit."
      error={problem ?? error}
      role="group"
      aria-label={field.label}
    >
      <div className={classes.row}>
        <div className={classes.picture}>
          {logo ? (
            <img src={logo} alt={`${name} logo`} />
          ) : (
            <IconPhoto size={28} stroke={1.2} role="img" aria-label="No logo" />
          )}
        </div>
        <Group gap="xs">
          <FileButton accept={logoTypes.join(',')} onChange={(file) => void choose(file)}>
            {(props) => (
              <Button {...props} ref={inputRef} variant="default" loading={busy} data-field={field.name}>
                {logo ? 'Choose another' : 'Choose a picture'}
              </Button>
            )}
          </FileButton>
          {logo && (
            <Button
              variant="subtle"
              color="red"
              onClick={() => {
                setProblem(undefined);
                onChange('');
              }}
            >
              Remove
            </Button>
          )}
        </Group>
      </div>
    </Input.Wrapper>
  );
};

/** Turns typed text into a valid address: lower case, hyphens for spaces. */
const asAddress = (typed: string): string => typed.toLowerCase().replace(/[\s_]+/g, '-');

const AddressInput = (props: FieldInputProps & { home: FuneralHome }) => {
  const { field, value, onChange, onBlur, error, inputRef, home } = props;
  const site = usePublicSite() ?? '';
  const slug = typeof value === 'string' ? value : '';
  const linkOf = (part: string) => shortLink(publicLink(site, part));
  const moves = slug !== home.slug && slug !== '' && !error;
  return (
    <div>
      <TextInput
        ref={inputRef}
        label={field.label}
        description={`Families find the form at ${linkOf(slug || home.slug)}`}
        error={error}
        withAsterisk
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={field.maxLength}
        data-field={field.name}
        value={slug}
        onChange={(event) => onChange(asAddress(event.currentTarget.value))}
        onBlur={onBlur}
      />
      {moves && (
        <div className={classes.note}>
          <Notice tone="info">
            Old links keep working: {linkOf(home.slug)} will redirect to the new address and cannot be used by another
            location.
          </Notice>
        </div>
      )}
      {home.former_slugs.length > 0 && (
        <p className={classes.former}>Also redirect here: {home.former_slugs.map(linkOf).join(', ')}</p>
      )}
    </div>
  );
};

const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);

export const PublicPageForm = ({ home }: { home: FuneralHome }) => {
  const special: Record<string, DrawField> = {
    slug: (props) => <AddressInput {...props} home={home} />,
    logo_url: (props) => <LogoInput {...props} name={home.name} />,
  };
  return (
    <HomeForm
      home={home}
      fields={publicPageFields}
      special={special}
      beside={(control) => <LivePreview home={home} control={control} />}
    />
  );
};

/** A separate component, so that typing renders only the preview. */
const LivePreview = ({ home, control }: { home: FuneralHome; control: Control<FormValues> }) => {
  const names = ['logo_url', 'emergency_phone', 'condolence_message'] as const;
  const [logo, phone, message] = useWatch({ control, name: names });
  return (
    <PublicPreview
      name={home.name}
      phone={home.phone}
      logo_url={text(logo)}
      emergency_phone={text(phone)}
      condolence_message={text(message)}
    />
  );
};
