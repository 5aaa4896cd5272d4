import { Component, type ReactNode } from 'react';

type Props = {
  readonly children: ReactNode;
  /** Shown in place of children that have failed. */
  readonly fallback: (error: unknown, retry: () => void) => ReactNode;
};

type State = { readonly failure: { readonly error: unknown } | null };

/** Shows something else in place of children that fail while they are rendered. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    return this.props.fallback(failure.error, () => this.setState({ failure: null }));
  }
}
