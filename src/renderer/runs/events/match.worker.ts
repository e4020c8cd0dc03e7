import { serveJobs } from '../../ui/workers/job-messages.ts';
import { matchExpression } from './text-matcher.ts';

serveJobs(matchExpression);
