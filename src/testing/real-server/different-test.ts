/** A test that is about what only the JavaScript server does. On others it is expected to fail. */
export interface DifferentTest {
  readonly file: string;
  /** What the title begins with. */
  readonly title: string;
  /** The suite that the test is in, where others with its title pass. */
  readonly within?: string;
  /** What the other server does instead. */
  readonly why: string;
  /** It depends on chance whether that is seen, so the test is skipped with the reason. */
  readonly sometimes?: true;
}
