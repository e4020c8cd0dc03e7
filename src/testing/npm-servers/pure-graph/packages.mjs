import { takePackagesOf } from '../use-packages.mjs';

takePackagesOf('pure-graph');
