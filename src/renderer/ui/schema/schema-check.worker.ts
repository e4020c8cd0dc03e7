import { serveJobs } from '../job-messages.ts';
import { runCheck } from './schema-check.ts';

serveJobs(runCheck);
