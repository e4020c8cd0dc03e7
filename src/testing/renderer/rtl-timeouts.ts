import { configure } from '@testing-library/react';

// How long `findBy...` and `waitFor` look for a thing: a machine under load takes its time, and only a failing test waits
// so long.
configure({ asyncUtilTimeout: 5_000 });
