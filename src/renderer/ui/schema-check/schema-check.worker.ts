import { serveJobs } from '../workers/job-messages.ts';
import { runCheck } from './schema-check.ts';

serveJobs(runCheck);
