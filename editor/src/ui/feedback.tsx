import type { ReactNode } from 'react';
import { ProgressBar as AriaProgressBar, Label } from 'react-aria-components';
import { useWords } from '../words/use-words.tsx';
import { Icon, type IconName } from './icon.tsx';

const BANNER_ICONS = { info: 'info', warning: 'alert', danger: 'alert', success: 'check' } as const;

type BannerProps = {
  readonly kind?: keyof typeof BANNER_ICONS;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
};

/** A message in the page. Warnings and faults are read out when they appear. */
export function Banner({ kind = 'info', children, actions }: BannerProps) {
  const isUrgent = kind === 'danger' || kind === 'warning';
  return (
    <div className={`banner banner-${kind}`} role={isUrgent ? 'alert' : 'status'}>
      <Icon name={BANNER_ICONS[kind]} />
      <div className="banner-text">{children}</div>
      {actions}
    </div>
  );
}

type EmptyStateProps = {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** It is all of the view: its title is that of the page. */
  readonly isPage?: boolean;
};

/** What stands where nothing is yet, with the ways to go on. */
export function EmptyState({ icon, title, children, actions, isPage = false }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <Icon name={icon} />
      {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
      {children !== undefined && <div className="empty-state-text">{children}</div>}
      {actions !== undefined && <div className="row">{actions}</div>}
    </div>
  );
}

/** Lines in the place of contents that are being read. */
export function Skeleton({ lines = 3 }: { readonly lines?: number }) {
  const { t } = useWords();
  const widths = Array.from({ length: lines }, (_, line) => ({ line, width: `${90 - ((line * 17) % 45)}%` }));
  return (
    <div className="stack" role="status" aria-label={t('common.loading')}>
      {widths.map(({ line, width }) => (
        <div key={line} className="skeleton" style={{ inlineSize: width }} />
      ))}
    </div>
  );
}

type ProgressProps = {
  readonly label: string;
  /** From 0 to 1; absent while nobody knows. */
  readonly value?: number | undefined;
};

/** How far something is. */
export function ProgressBar({ label, value }: ProgressProps) {
  return (
    <AriaProgressBar
      className="progress"
      {...(value === undefined ? { isIndeterminate: true } : { value: value * 100 })}
    >
      {({ percentage, valueText }) => (
        <>
          <div className="row row-between small">
            <Label>{label}</Label>
            <span className="quiet">{valueText}</span>
          </div>
          <div className="progress-track">
            <div className="progress-bar" style={{ inlineSize: `${percentage ?? 30}%` }} />
          </div>
        </>
      )}
    </AriaProgressBar>
  );
}
