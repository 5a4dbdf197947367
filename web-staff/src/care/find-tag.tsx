import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { readTag, tagLength, tagLetters } from '#domain/care/tag-code.ts';
import { pluralForm } from '#domain/shared/values/text.ts';
import { PageBar } from '../ui/page/page-header.tsx';
import classes from './scan.module.css';

const notALetter = new RegExp(`[^${tagLetters}]`, 'g');
/** Fewer letters fit too many people. */
const enoughLetters = 3;

export interface FoundTag {
  tag: string;
  read: 'scan' | 'letters';
}

interface FindTagProps {
  tags: readonly string[];
  submit: string;
  onFound: (found: FoundTag) => void;
  /** Why the last tag led nowhere. */
  error?: string | undefined;
  children?: ReactNode;
}

/** The camera, and always the ten letters: they never finish themselves, so that all of them are read. */
export const FindTag = ({ tags, submit, onFound, error, children }: FindTagProps) => {
  const [letters, setLetters] = useState('');
  const [wrong, setWrong] = useState('');
  const missing = tagLength - letters.length;
  const alike = tags.filter((tag) => tag.startsWith(letters)).length;
  const hint =
    letters.length < enoughLetters
      ? 'The tag and the board show them. Capitals or small letters; spaces do not matter.'
      : `${alike === 1 ? 'One tag' : alike === 0 ? 'No tag' : `${alike} tags`} in care ${pluralForm(Math.max(alike, 1), 'begins', 'begin')} with these letters.`;
  const found = (one: FoundTag) => {
    setLetters('');
    setWrong('');
    onFound(one);
  };
  return (
    <form
      className={classes.find}
      onSubmit={(event) => {
        event.preventDefault();
        const tag = readTag(letters);
        if (tag) found({ tag, read: 'letters' });
      }}
    >
      <TagCamera
        onText={(text) => {
          // The code of a label is the letters, or an address that ends with them.
          const tag = readTag(text.split('/').at(-1) ?? '');
          if (tag) found({ tag, read: 'scan' });
          else setWrong('This code is not a tag of ours.');
        }}
      />
      <TextInput
        label="Or type the ten letters"
        description={hint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={wrong || error}
        classNames={{ input: classes.letters }}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={letters}
        onChange={({ currentTarget: { value } }) => {
          setWrong('');
          setLetters(value.toUpperCase().replace(notALetter, '').slice(0, tagLength));
        }}
      />
      <div className={classes.buttons}>
        <PageBar inline>
          {children}
          <Button type="submit" size="lg" disabled={missing > 0}>
            {missing > 0 ? `${missing} more ${pluralForm(missing, 'letter', 'letters')}` : submit}
          </Button>
        </PageBar>
      </div>
    </form>
  );
};

/** Between two pictures: a tag is read at once, and the phone stays cool. */
const lookEveryMs = 150;
/** Pictures without a code after which the same tag counts again. */
const blanksBetween = 10;

interface Detector {
  detect: (video: HTMLVideoElement) => Promise<readonly { rawValue: string }[]>;
}
type DetectorClass = (new (options: {
  formats: readonly string[];
}) => Detector) & { getSupportedFormats: () => Promise<readonly string[]> };

type Reader = (video: HTMLVideoElement) => Promise<string | undefined>;

/** Returns the browser's own reader of QR codes, or the package's: Safari and Firefox have none. */
const readerOfCodes = async (): Promise<Reader> => {
  const { BarcodeDetector: Own } = globalThis as { BarcodeDetector?: DetectorClass };
  const formats = await Own?.getSupportedFormats().catch((): string[] => []);
  if (Own && formats?.includes('qr_code')) {
    const detector = new Own({ formats: ['qr_code'] });
    return async (video) => (await detector.detect(video))[0]?.rawValue;
  }
  return (await import('./code-in-picture.ts')).pictureReader();
};

const ask = { video: { facingMode: 'environment', width: { ideal: 1280 } } } as const;

/** Reads QR codes from the camera while it is shown; without a camera the letters are typed. */
const TagCamera = ({ onText }: { onText: (text: string) => void }) => {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'asking' | 'on' | 'off'>('asking');
  const [tries, setTries] = useState(0);
  const read = useEffectEvent(onText);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again
  useEffect(() => {
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hasLeft = false;
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia(ask);
      const shown = video.current;
      if (hasLeft || !shown) return stop();
      shown.srcObject = stream;
      await shown.play();
      setState('on');
      const reader = await readerOfCodes();
      let [last, blanks] = ['', 0];
      const look = async () => {
        const text = await reader(shown).catch(() => undefined);
        if (hasLeft) return;
        blanks = text ? 0 : blanks + 1;
        if (text && text !== last) read(text);
        // A tag that stays in the picture is read once.
        if (text) last = text;
        else if (blanks > blanksBetween) last = '';
        timer = setTimeout(() => void look(), lookEveryMs);
      };
      await look();
    };
    // Without a camera, its permission or a secure page.
    start().catch(() => !hasLeft && setState('off'));
    return () => {
      hasLeft = true;
      clearTimeout(timer);
      stop();
    };
  }, [tries]);
  if (state === 'off')
    return (
      <div className={classes.noCamera}>
        <span>The camera is not available here.</span>
        <Button
          variant="subtle"
          onClick={() => {
            setState('asking');
            setTries(tries + 1);
          }}
        >
          Try the camera again
        </Button>
      </div>
    );
  return (
    <div className={classes.camera}>
      <video ref={video} muted playsInline aria-label="Camera" />
      <span className={classes.frame} aria-hidden />
      <span className={classes.tip}>{state === 'on' ? 'Hold the tag in the frame' : 'Starting the camera…'}</span>
    </div>
  );
};
