import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import { Loading } from '../../ui/display/Loading.tsx';
import { LazyWaitingContext } from '../../ui/lazy-view.tsx';
import styles from './PaneBoundary.module.css';

export interface PaneBoundaryProps {
  readonly name: string;
  /** A changed key retries, because another thread may not fail. */
  readonly resetKey?: string;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly error: unknown;
  readonly failed: boolean;
  readonly resetKey: string | undefined;
}

const waiting = (
  <div className={styles.waiting}>
    <Loading fill>Opening</Loading>
  </div>
);

/**
 * Error boundary of a pane, and what it shows until its code has loaded, so that neither a bug nor lazy code affects
 * other panes.
 */
export function PaneBoundary({ children, ...props }: PaneBoundaryProps) {
  return (
    <ErrorBoundary {...props}>
      <LazyWaitingContext value={waiting}>{children}</LazyWaitingContext>
    </ErrorBoundary>
  );
}

/** Says in place of its children that they failed, instead of a blank window. */
export class ErrorBoundary extends Component<PaneBoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: null, failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { error, failed: true };
  }

  static getDerivedStateFromProps(
    props: PaneBoundaryProps,
    state: BoundaryState,
  ): Partial<BoundaryState> | null {
    return props.resetKey === state.resetKey
      ? null
      : { resetKey: props.resetKey, failed: false, error: null };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    // Hosts with a log record uncaught errors.
    reportError(
      new Error(`${this.props.name} failed to render${info.componentStack ?? ''}`, { cause: error }),
    );
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <div className={styles.failed}>
        <ErrorNotice
          action={null}
          error={this.state.error}
          retryLabel={`Show ${this.props.name.toLowerCase()} again`}
          onRetry={() => this.setState({ failed: false, error: null })}
        />
      </div>
    );
  }
}
