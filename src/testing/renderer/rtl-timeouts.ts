import { configure } from '@testing-library/react';
import { slowness } from '../slowness.ts';

// Limit of `findBy...` and `waitFor`. A busy machine is slow, and only a failing test waits this long.
configure({ asyncUtilTimeout: 5_000 * slowness() });
