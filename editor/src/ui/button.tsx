import type { ReactNode } from 'react';
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
  Link as AriaLink,
  type LinkProps as AriaLinkProps,
  Tooltip as AriaTooltip,
  TooltipTrigger,
} from 'react-aria-components';
import { Icon, type IconName } from './icon.tsx';

export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'danger';

type Common = { readonly variant?: ButtonVariant; readonly icon?: IconName; readonly children: ReactNode };

const classOf = (variant: ButtonVariant): string => (variant === 'plain' ? 'button' : `button button-${variant}`);

/** A button with text, and optionally an icon before it. */
export function Button({
  variant = 'plain',
  icon,
  children,
  ...props
}: Omit<AriaButtonProps, 'children' | 'className'> & Common) {
  return (
    <AriaButton {...props} className={classOf(variant)}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </AriaButton>
  );
}

/** A link that looks like a button. */
export function LinkButton({
  variant = 'plain',
  icon,
  children,
  ...props
}: Omit<AriaLinkProps, 'children' | 'className'> & Common) {
  return (
    <AriaLink {...props} className={classOf(variant)}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </AriaLink>
  );
}

/** A button with only an icon. Screen readers read its label, which is shown while the pointer or the focus is on the button. */
export function IconButton({
  icon,
  label,
  variant = 'quiet',
  ...props
}: Omit<AriaButtonProps, 'children' | 'className' | 'aria-label'> & {
  readonly icon: IconName;
  readonly label: string;
  readonly variant?: ButtonVariant;
}) {
  return (
    <TooltipTrigger delay={500}>
      <AriaButton {...props} aria-label={label} className={`${classOf(variant)} button-icon`}>
        <Icon name={icon} />
      </AriaButton>
      <AriaTooltip className="tooltip" offset={6}>
        {label}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
