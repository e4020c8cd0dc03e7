import { takePackagesOf } from '../use-packages.mjs';

takePackagesOf('js-2.0.0');
