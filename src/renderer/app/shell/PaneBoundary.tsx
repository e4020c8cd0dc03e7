import { Component, Suspense, type ErrorInfo, type ReactNode } from 'react';
import { ErrorNotice } from '../../ui/feedback/ErrorNotice.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import styles from './PaneBoundary.module.css';

interface PaneBoundaryProps {
  /** What failed, for the sentence: `The graph`. */
  readonly name: string;
  /** A new value gives the pane another try: another thread may not fail. */
  readonly resetKey?: string;
  readonly children: ReactNode;
}

interface PaneBoundaryState {
  readonly error: unknown;
  readonly failed: boolean;
  readonly resetKey: string | undefined;
}

/** Keeps a bug in one pane from taking the others with it, and the others from waiting while its code comes. */
export class PaneBoundary extends Component<PaneBoundaryProps, PaneBoundaryState> {
  override state: PaneBoundaryState = { error: null, failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<PaneBoundaryState> {
    return { error, failed: true };
  }

  static getDerivedStateFromProps(
    props: PaneBoundaryProps,
    state: PaneBoundaryState,
  ): Partial<PaneBoundaryState> | null {
    return props.resetKey === state.resetKey
      ? null
      : { resetKey: props.resetKey, failed: false, error: null };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    // Where a host keeps a log, uncaught errors of the page go there.
    reportError(
      new Error(`${this.props.name} failed to render${info.componentStack ?? ''}`, { cause: error }),
    );
  }

  override render(): ReactNode {
    if (!this.state.failed) {
      return <Suspense fallback={<Waiting />}>{this.props.children}</Suspense>;
    }
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

/** The pane's ground is there from the beginning; the words come late. */
function Waiting() {
  return (
    <div className={styles.waiting}>
      <Loading fill>Opening</Loading>
    </div>
  );
}
