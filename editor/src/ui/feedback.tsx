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

/** A message in the page. Screen readers read warnings and errors when they appear. */
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
  /** It is the whole view: its title is the title of the page. */
  readonly isPage?: boolean;
};

/** Shown in an empty place, with what the person can do next. */
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

/** A placeholder of lines for contents that are being loaded. */
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
  /** From 0 to 1; absent while it is not known. */
  readonly value?: number | undefined;
};

/** The progress of a task. */
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
