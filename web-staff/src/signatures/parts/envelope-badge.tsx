import {
  IconBan,
  IconCheck,
  IconClock,
  IconEye,
  IconHourglassEmpty,
  IconMailOpened,
  IconPencil,
  IconSend,
  IconX,
} from '@tabler/icons-react';
import { type EnvelopeStatus, envelopeStatusLabels } from '#domain/signatures/envelope-status.ts';
import classes from './envelope-badge.module.css';

const icons = {
  draft: IconPencil,
  pending: IconClock,
  sent: IconSend,
  delivered: IconSend,
  opened: IconMailOpened,
  viewed: IconEye,
  partially_signed: IconPencil,
  signed: IconCheck,
  completed: IconCheck,
  declined: IconX,
  expired: IconHourglassEmpty,
  voided: IconBan,
} as const satisfies Record<EnvelopeStatus, unknown>;

export const EnvelopeBadge = ({ status, label }: { status: EnvelopeStatus; label?: string }) => {
  const Icon = icons[status];
  return (
    <span className={classes.badge} data-status={status}>
      <Icon size={14} stroke={1.8} aria-hidden />
      {label ?? envelopeStatusLabels[status]}
    </span>
  );
};

const round = 2 * Math.PI * 27;

interface ProgressRingProps {
  percent: number;
  signed: number;
  signers: number;
}

/** The arc includes opened and viewed requests; the text counts signers. */
export const ProgressRing = ({ percent, signed, signers }: ProgressRingProps) => (
  <svg className={classes.ring} viewBox="0 0 64 64" role="img" aria-label={`${signed} of ${signers} signed`}>
    <circle className={classes.ringTrack} cx="32" cy="32" r="27" fill="none" strokeWidth="7" />
    <circle
      className={classes.ringFill}
      data-done={percent === 100 || undefined}
      cx="32"
      cy="32"
      r="27"
      fill="none"
      strokeWidth="7"
      strokeDasharray={`${(round * percent) / 100} ${round}`}
      transform="rotate(-90 32 32)"
    />
    <text x="32" y="37" textAnchor="middle">
      {signed} of {signers}
    </text>
  </svg>
);
