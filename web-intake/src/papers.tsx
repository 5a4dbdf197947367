import { useEffect, useId, useRef, useState } from 'react';
import { ApiError } from '#domain/shared/contract/client.ts';
import { t } from './language.ts';
import { sendPaper } from './lazy-calls.ts';

/** The longest side in pixels, at which print is readable. */
const maxSide = 2400;
const quality = 0.85;

/**
 * Returns a photograph as a small JPEG without metadata such as its location. A file that the browser cannot draw
 * (PDF, some phones' formats) stays as it is.
 */
const downscalePhoto = async (file: File): Promise<File> => {
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    const context = canvas.getContext('2d');
    if (!context) return file;
    // Transparent pixels would be black in a JPEG.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const drawn = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality));
    return drawn ? new File([drawn], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' }) : file;
  } catch {
    return file;
  }
};

/** The server's limit for one call (domain/documents/document.rules.ts). */
const maxBytes = 4 * 1024 * 1024;

interface Sent {
  key: number;
  /** The same for every retry, so that a document that arrived before its response was lost is stored once. */
  attempt: string;
  paper?: File;
  name: string;
  state: 'sending' | 'sent' | 'failed';
  why?: string;
  file: File;
}

const whyNot = (error: unknown): string => {
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500)
    return 'We could not send this file. Please try again.';
  if (error.status === 429) return 'That is the limit for today. Please bring the rest with you.';
  return error.status === 404
    ? 'Files can no longer be sent here. Please call us.'
    : 'We cannot read this file. Please send a photo or a PDF.';
};

export function Papers({ reference, code }: { reference: string; code: string }) {
  const [all, setAll] = useState<readonly Sent[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => input.current?.focus(), []);
  const settle = (key: number, change: Partial<Sent>) =>
    setAll((before) => before.map((upload) => (upload.key === key ? { ...upload, ...change } : upload)));
  const send = async ({ key, file, attempt, paper: before }: Sent) => {
    settle(key, { state: 'sending' });
    try {
      const paper = before ?? (await downscalePhoto(file));
      settle(key, { paper });
      if (paper.size > maxBytes)
        return settle(key, { state: 'failed', why: 'This file is too large. Please send a photo of it instead.' });
      await sendPaper(reference, code, paper, attempt);
      settle(key, { state: 'sent' });
    } catch (error) {
      settle(key, { state: 'failed', why: whyNot(error) });
    }
  };
  const take = async (files: readonly File[]) => {
    const added = files.map((file, at) => ({
      key: Date.now() + at,
      attempt: crypto.randomUUID(),
      name: file.name,
      file,
      state: 'sending' as const,
    }));
    setAll((before) => [...before, ...added]);
    // One after another, because a phone's connection is slow.
    for (const upload of added) await send(upload);
  };
  return (
    <>
      <label className="label" htmlFor={id}>
        {t('Choose or take photos')}
      </label>
      <p className="help" id={`${id}-help`}>
        {t('Photos or PDFs. We check each file for viruses. Only your funeral home can see them.')}
      </p>
      <input
        ref={input}
        id={id}
        type="file"
        multiple
        accept="image/*,application/pdf"
        aria-describedby={`${id}-help`}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = '';
          void take(files);
        }}
      />
      <ul className="papers" aria-live="polite">
        {all.map((upload) => (
          <li key={upload.key} className={`paper paper-${upload.state}`}>
            <span>
              <b>{upload.name}</b>{' '}
              {t(upload.state === 'sent' ? 'received.' : upload.state === 'sending' ? 'sending…' : (upload.why ?? ''))}
            </span>
            {upload.state === 'failed' && (
              <button type="button" className="button button-quiet" onClick={() => void send(upload)}>
                {t('Try again')} <span className="hidden-text">{upload.name}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
