import { portSuite } from '../../testing/port-suite.ts';
import { createPortPair } from './in-memory-port.ts';

portSuite('an in-memory pair', createPortPair);
